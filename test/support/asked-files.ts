import type { RequestId } from "../../src/domain/id.ts";
import { ok } from "./call.ts";
import { say } from "./server.ts";

export const NOTES = { name: "notes", media_type: "text/plain", content: btoa("notes") };

/** Questions that want a file. */
export interface AskedFiles {
  /** The operator has asked the agent something about it. */
  readonly open: RequestId;
  /** Answered with `NOTES`. */
  readonly answered: RequestId;
}

export async function askForFiles(
  url: string,
  { agent, operator }: { readonly agent: string; readonly operator: string },
): Promise<AskedFiles> {
  const schema = { type: "object", properties: { file: { format: "file" } } };
  const input = { text: say("question"), form: { kind: "fields", schema } };
  const ask = async () => (await ok(url, "ask", { key: agent, input })).request.id;
  const [open, id] = [await ask(), await ask()];
  const file = await ok(url, "uploadFile", { key: operator, input: { id, ...NOTES } });
  await ok(url, "answer", { key: operator, input: { id, answer: { fields: { file } } } });
  const asked = { id: open, text: say("question") };
  await ok(url, "askBack", { key: operator, input: asked });
  return { open, answered: id };
}
