import { join } from "node:path";
import { createClient } from "../../src/client/client.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import { inFolder } from "../folder.ts";
import { startProcess } from "../server-process.ts";
import { median } from "../statistics.ts";
import { WORDS } from "./words.ts";

const PRODUCT = new URL("../servers/product.ts", import.meta.url);
const MEBIBYTE = 2 ** 20;

export interface LiaisonMemory {
  /** Resident MiB that a server has more once it has held conversations. */
  readonly more: number;
  /** What another server has more after as many questions and answers, without the liaison. */
  readonly others: number;
}

/**
 * What the liaison holds: what a server has more after its first conversations, in a process of its own,
 * less what the same traffic without it leaves.
 */
export async function measureMemory(rounds: number): Promise<LiaisonMemory> {
  const withIt: number[] = [];
  const without: number[] = [];
  for (let round = 0; round < rounds; round++) {
    withIt.push(await grown(hold));
    without.push(await grown(askAndAnswer));
  }
  return { more: median(withIt), others: median(without) };
}

type Clients = Readonly<Record<"person" | "agent", ReturnType<typeof createClient>>>;

function grown(traffic: (clients: Clients) => Promise<void>): Promise<number> {
  return inFolder(async (folder) => {
    const data = join(folder, "data");
    const server = await startProcess(PRODUCT, data);
    const url = `http://127.0.0.1:${server.port}`;
    const as = (file: "operator" | "agent") =>
      createClient({ url, key: readKeyFile(data, file) ?? "" });
    const clients = { person: as("operator"), agent: as("agent") };
    await clients.person.whoami();
    const before = await server.report("collect");
    await traffic(clients);
    const after = await server.report("collect");
    await server.stop();
    return (after.rss - before.rss) / MEBIBYTE;
  });
}

const TIMES = 10;

async function hold({ person }: Clients): Promise<void> {
  const [first = "", ...rest] = WORDS;
  for (let time = 0; time < TIMES; time++) {
    const { conversation_id } = await person.beginConversation({ initial_message: first });
    for (const message of rest) await person.continueConversation({ conversation_id, message });
  }
}

async function askAndAnswer({ person, agent }: Clients): Promise<void> {
  for (let time = 0; time < TIMES * WORDS.length; time++) {
    const { request } = await agent.ask({ text: `${WORDS[time % WORDS.length]} ${time}` });
    await person.answer({ id: request.id, answer: { text: "Yes." } });
  }
}
