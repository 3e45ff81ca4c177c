import type { JsonObject } from "../../domain/json.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { ASKING_TOOL, askQuestions } from "./ask-questions.ts";
import type { HookHold } from "./held.ts";
import type { PermissionRequest } from "./permission-request.ts";
import { type HookGate, seekPermission } from "./seek-permission.ts";

export interface HookWork extends HookHold {
  /** Of Earshot's own server in the client. */
  readonly name: string;
  /** Takes what the client is to be told; where it is never called, the client's own dialogue decides. */
  readonly write: (output: JsonObject) => void;
}

/** Dialogues about the session itself: only the person at the computer can use them. */
const DIALOGUES = ["EnterPlanMode", "ExitPlanMode"];
/** The client takes what was written once the process has ended. */
const ACKNOWLEDGE_MS = 1_000;

/** Whether there is anything to seek; to seek whether people may be asked would help nobody. */
export function isForPeople(
  { tool }: PermissionRequest,
  { name }: Pick<HookWork, "name">,
): boolean {
  return !DIALOGUES.includes(tool) && !tool.startsWith(`mcp__${name}__`);
}

/** Has rules or people decide on a call, or answer it where it asks. */
export async function answerHook(
  earshot: HookGate & Pick<Earshot, "ask" | "acknowledge">,
  call: PermissionRequest,
  { write, ...hold }: HookWork,
): Promise<void> {
  if (call.tool !== ASKING_TOOL) {
    const decision = await seekPermission(earshot, call, hold);
    if (decision !== undefined) write(decision);
    return;
  }
  const answered = await askQuestions(earshot, call, hold);
  if (answered === undefined) return;
  write(answered.output);
  // Written first: an answer that is acknowledged is not given again.
  const signal = AbortSignal.timeout(ACKNOWLEDGE_MS);
  await earshot.acknowledge({ ids: [answered.id] }, { signal }).catch(() => {});
}
