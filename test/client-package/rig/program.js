import { createClient, isEarshotError } from "earshot-client";
import { askFor, seek, take } from "earshot-client/bridges";
import { guard } from "earshot-client/guard";

/** What an agent does with the client: it asks, runs calls as they were approved, and is refused one. */
export async function askAndRun(url, key) {
  const earshot = createClient({ url, key });
  const { values } = await askFor(earshot, { text: "Which region?" }, { key: ["t", "q"] });
  const call = { tool: "transfer", args: { to: "ana", amount: 5_000 }, reason: "It is due." };
  const { args: ran } = await take(earshot, await seek(earshot, call, { key: ["t", "c"] }));
  const transfer = guard(({ amount }) => amount, {
    earshot,
    tool: "transfer",
    reason: "It is due.",
  });
  const refused = await transfer({ to: "ana", amount: 7_000 }, { call: "invoice-2" }).catch(
    (error) => (isEarshotError(error) ? error.code : String(error)),
  );
  return { answer: values, ran, refused };
}
