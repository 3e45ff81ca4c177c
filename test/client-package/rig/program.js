import { answerText, createClient, isEarshotError, untilClosed } from "earshot-client";
import { guard } from "earshot-client/guard";

/** What an agent does with the client: it asks, runs a call as it was approved, and is refused one. */
export async function askAndRun(url, key) {
  const earshot = createClient({ url, key });
  const { request } = await earshot.ask({ text: "Which region?" });
  const closed = await untilClosed(earshot, request.id);
  const transfer = guard(async ({ amount }, { edited }) => ({ amount, edited }), {
    earshot,
    tool: "transfer",
    reason: "The invoice is due.",
  });
  const ran = await transfer({ to: "ana", amount: 5_000 }, { call: "invoice-1" });
  const refused = await transfer({ to: "ana", amount: 7_000 }, { call: "invoice-2" }).catch(
    (error) => (isEarshotError(error) ? error.code : String(error)),
  );
  return { answer: answerText(closed.request.answer), ran, refused };
}
