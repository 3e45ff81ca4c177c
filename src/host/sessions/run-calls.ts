import { isEarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { SessionPlace } from "../../domain/sessions/session.ts";
import type { RegisteredTool } from "../../tools/registry/registry.ts";
import { askOperator, askRepeat, asResult } from "./ask-people.ts";
import { type CallResult, type KeyedCall, type Made, PAUSED } from "./call-context.ts";
import { endingAsked } from "./call-model.ts";
import { isGated, isLookedUp } from "./gated.ts";
import { isRepeatable } from "./repeatable.ts";
import { dispatch, runTool } from "./run-tool.ts";
import { seekApproval } from "./seek-approval.ts";
import type { OpenCall } from "./session-state.ts";
import { inputOf } from "./session-tools.ts";
import type { SessionWork } from "./session-work.ts";

/**
 * Makes the open calls of the last reply, one after another, until one ends the session or somebody
 * wants it to end.
 */
export async function runCalls(work: SessionWork): Promise<typeof PAUSED | undefined> {
  for (;;) {
    const call = work.state().calls.find(({ reply }) => reply === undefined);
    if (call === undefined || endingAsked(work) !== undefined) return undefined;
    const made = await make(work, call);
    if (made === PAUSED) return PAUSED;
    await recordDone(work, call, made);
  }
}

export async function recordDone(
  work: SessionWork,
  { id: call, name: tool }: Pick<OpenCall, "id" | "name">,
  { text, isError }: CallResult,
): Promise<void> {
  await work.record({ kind: "done", call, tool, text, isError });
  work.at("after_done");
}

async function make(work: SessionWork, call: OpenCall): Promise<Made> {
  const { id, name, args: given, isBegun } = call;
  const keyed: KeyedCall = { id, name, args: given, key: `${work.held.id}:${id}` };
  const entry = work.tools.registry.find(name);
  const read = entry?.tool.heldBy.includes("agent") ? inputOf(entry, given) : undefined;
  // The dispatcher tells the model what is wrong with the call.
  if (entry === undefined || read === undefined) return await dispatch(work, keyed);
  const { args, input } = read;
  if (name === "ask_operator") return await askOperator(work, call, String(input["question"]));
  const sought = await soughtFor(work, keyed, { entry, args });
  if (sought !== undefined) return sought;
  if (name === "message" && isHere(input, work.claimed.session.place)) {
    return await post(work, keyed, String(input["content"]));
  }
  if (isBegun && !isRepeatable(work, call)) return await askRepeat(work, call);
  return await runTool(work, keyed);
}

/** The result of requesting approval for the call; undefined if it needs none. */
async function soughtFor(
  work: SessionWork,
  call: KeyedCall,
  { entry, args }: { readonly entry: RegisteredTool; readonly args: JsonObject },
): Promise<Made | undefined> {
  if (isGated(work.runtime, call.name)) return await seekApproval(work, call, { entry, args });
  if (!isLookedUp(entry)) return undefined;
  return await seekApproval(work, call, { entry, args, from: "HIGH" });
}

/** Whether a message goes to the session's own thread anyway. */
function isHere(
  { channel, chat_id }: Readonly<Record<string, unknown>>,
  place: SessionPlace | undefined,
): boolean {
  const isOwn = place === undefined || place.channel === "inbox" || place.channel === "console";
  if (!isOwn)
    return (channel === undefined || channel === place.channel) && chat_id === place.chatId;
  const isOwnChannel = channel === undefined || channel === "inbox" || channel === "console";
  return isOwnChannel && (chat_id === "operator" || chat_id === place?.chatId);
}

/** Posts it in the session's own thread, where it counts as a word to the person who started it. */
async function post(work: SessionWork, call: KeyedCall, text: string): Promise<CallResult> {
  const { runtime, held, claimed } = work;
  const { id, key, name } = call;
  if (!work.state().begun.has(id)) await work.record({ kind: "begun", call: id, tool: name });
  work.at("before_tool");
  try {
    await work.step(() => runtime.earshot.postInSession({ ...held, call: key, text }));
  } catch (error) {
    work.assertHeld();
    if (!isEarshotError(error) || error.code === "SESSION_LOST") throw error;
    return asResult(name, error);
  }
  work.setPosted();
  work.at("after_tool");
  const { channel = "inbox", chatId = "operator" } = claimed.session.place ?? {};
  return { text: `Message queued for delivery to ${chatId} via ${channel}`, isError: false };
}
