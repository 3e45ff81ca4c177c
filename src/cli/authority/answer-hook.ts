import { hash } from "node:crypto";
import { ENGLISH } from "../../channels/console/voice.ts";
import { newIdempotencyKey } from "../../client/idempotency-key.ts";
import type { RequestId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import { HOUR_MS } from "../../domain/time.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { principalName } from "../../render/principal-name.ts";
import { oneLine } from "../../render/visible-text.ts";
import { type HookHold, held } from "./held.ts";
import { allowOutput } from "./hook-output.ts";
import type { PermissionRequest } from "./permission-request.ts";
import { answersOf, formOf, type PosedQuestion, readQuestions } from "./posed-questions.ts";
import { type HookGate, joinKeyOf, seekPermission } from "./seek-permission.ts";
import { within } from "./within.ts";

export interface HookWork extends HookHold {
  /** The name of Earshot's own server in the client. */
  readonly name: string;
  /** Takes what to tell the client; if it is never called, the client's own dialogue decides. */
  readonly write: (output: JsonObject) => void;
}

/** Dialogues about the session itself: only the person at the computer can use them. */
const DIALOGUES = ["EnterPlanMode", "ExitPlanMode"];
/** The client reads what was written once the process has ended. */
const ACKNOWLEDGE_MS = 1_000;

/** Whether there is anything to seek; seeking permission to ask people would help nobody. */
export function isForPeople(
  { tool }: PermissionRequest,
  { name }: Pick<HookWork, "name">,
): boolean {
  return !DIALOGUES.includes(tool) && !tool.startsWith(`mcp__${name}__`);
}

/** Lets rules or people decide on a call, or answer it if it asks. */
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
  // Written first, since an acknowledged answer is not given again.
  const signal = AbortSignal.timeout(ACKNOWLEDGE_MS);
  await earshot.acknowledge({ ids: [answered.id] }, { signal }).catch(() => {});
}

/** The tool by which the model of Claude Code asks. */
const ASKING_TOOL = "AskUserQuestion";

/** As long as an authorization lives where no policy says otherwise. */
const EXPIRES_IN_MS = HOUR_MS;

/** What to tell Claude Code, and the request to acknowledge once it was told. */
interface AnsweredHook {
  readonly output: JsonObject;
  readonly id: RequestId;
}

/**
 * Has people answer what the model asks. Returns nothing if no answer comes in time or the form of
 * the questions is unknown: then the client's own dialogue asks.
 */
async function askQuestions(
  earshot: Pick<Earshot, "ask" | "wait" | "cancel">,
  call: PermissionRequest,
  hold: HookHold,
): Promise<AnsweredHook | undefined> {
  const posed = readQuestions(call.input);
  if (posed === undefined) return undefined;
  const asked = await within(hold.signal, (signal) =>
    earshot.ask(questionOf(call, posed), { idempotencyKey: newIdempotencyKey(), signal }),
  );
  const { request } = await held(earshot, asked, hold);
  if (request.status !== "answered" || request.erasedAt !== undefined) return undefined;
  const { id, answer, closedBy } = request;
  const input = { ...call.input, answers: answersOf(posed, answer) };
  const note = `Earshot: answered by ${principalName(closedBy.name, ENGLISH.words, 80)} (request ${id}).`;
  return { output: allowOutput({ input, note, rules: [] }), id };
}

function questionOf(call: PermissionRequest, posed: readonly PosedQuestion[]) {
  const { folder, session } = call;
  const [first] = posed;
  const text =
    posed.length === 1 && first !== undefined
      ? first.question
      : `Claude Code has ${posed.length} questions.`;
  const place = folder === undefined ? [] : [`Asked by Claude Code in ${oneLine(folder, 1_000)}`];
  const context = [...place, ...posed.flatMap(previews)].join("\n\n");
  const key = JSON.stringify([joinKeyOf(call), session, call.input]);
  return {
    text,
    form: formOf(posed),
    tool: ASKING_TOOL,
    expiresInMs: EXPIRES_IN_MS,
    joinKey: `claude-code:${hash("sha256", key, "hex")}`,
    ...present({ context: context === "" ? undefined : context }),
  };
}

function previews({ options }: PosedQuestion): string[] {
  return options.flatMap(({ label, preview }) =>
    preview === undefined ? [] : [`${oneLine(label, 200)}:\n${preview}`],
  );
}
