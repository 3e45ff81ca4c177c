import { createClient } from "../../../src/client/index.ts";
import { dataPaths, readKeyFile } from "../../../src/system/data-folder.ts";
import { ownKey } from "../../support/own-key.ts";
import type { Member } from "./calls.ts";
import type { Members } from "./crowd.ts";
import { createDiskCheck } from "./disk-check.ts";
import type { Ledger } from "./ledger.ts";

/** At HIGH, votes by a key for scripts count only where a rule says so. */
const SCRIPTS_DECIDE = {
  version: 1,
  rules: [{ name: "by script", tools: ["delete_user_data"], level: "HIGH", hands: "any" }],
};

/**
 * The agent and the operator of a new data folder, a second operator, and two more people who decide
 * by script, since an agent's owner may not. Another node learns of the policy a moment later, so it
 * starts after this.
 */
export async function enlist(url: string, dataFolder: string): Promise<Members> {
  const owner = clientOf(url, dataFolder, "operator");
  await owner.applyPolicy({ source: SCRIPTS_DECIDE });
  const { secret } = await ownKey(owner, { kind: "person", name: "rival", role: "approver" });
  const script = async (name: string) => {
    const made = await ownKey(owner, { kind: "person", name, unattended: true });
    return made.secret;
  };
  const member = async (key: string): Promise<Member> => {
    const { principal } = await createClient({ url, key }).whoami();
    return { principal: principal.id, key };
  };
  return {
    agent: await member(readKeyFile(dataFolder, "agent") ?? ""),
    operators: [await member(readKeyFile(dataFolder, "operator") ?? ""), await member(secret)],
    deciders: [await member(await script("jury")), await member(await script("judge"))],
  };
}

/** The next start completes a founding that was cut off: both keys work. */
export async function checkFounded(
  url: string,
  { dataFolder, ledger }: { dataFolder: string; ledger: Ledger },
): Promise<void> {
  for (const [name, kind] of [
    ["operator", "person"],
    ["agent", "agent"],
  ] as const) {
    try {
      const { principal } = await clientOf(url, dataFolder, name).whoami();
      if (principal.kind !== kind) ledger.violate(`the ${name}'s key is of a ${principal.kind}`);
    } catch (error) {
      ledger.violate(`the ${name}'s key of a new folder is of no use: ${error}`);
    }
  }
  createDiskCheck(dataPaths(dataFolder).database, ledger).check({ operations: [], told: [] });
}

function clientOf(url: string, dataFolder: string, name: "operator" | "agent") {
  return createClient({ url, key: readKeyFile(dataFolder, name) ?? "", retryForMs: 0 });
}
