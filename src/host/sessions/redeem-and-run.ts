import { randomUUID } from "node:crypto";
import { isEarshotError } from "../../domain/errors.ts";
import type { SessionId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type {
  ApprovedRequest,
  AuthorizationRequest,
  Shown,
} from "../../domain/requests/request.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { CallResult, KeyedCall } from "./call-context.ts";
import { isRepeatable } from "./repeatable.ts";
import { dispatch } from "./run-tool.ts";
import { definitionHash, inputOf } from "./session-tools.ts";
import type { SessionWork } from "./session-work.ts";

export interface ApprovedCall {
  readonly request: Shown<ApprovedRequest>;
  /** The id under which entries name it. */
  readonly id: string;
  readonly key: string;
  /** The session that requested it. */
  readonly session: SessionId;
  /** What has changed since people were asked, so that it may not run. */
  recheck(): Promise<string | undefined>;
}

/** The beginning of the text of an approved call that did not run. */
export const NOT_RUN = "Not run: ";

/**
 * Runs what was approved, once, with the approved arguments. The approval is used up between the
 * `begun` entry and the call, so that anyone who finds one without the other knows what happened.
 */
export async function redeemAndRun(work: SessionWork, approved: ApprovedCall): Promise<CallResult> {
  const { request, id } = approved;
  const { tool } = request.authorization.action;
  let args: JsonObject;
  try {
    args = await work.step(() => approvedArgs(work.runtime.earshot, request));
  } catch (error) {
    return work.state().begun.has(id)
      ? await afterUse(work, approved)
      : notRun(messageOf(error, work));
  }
  const changed = changedTool(work, approved, args) ?? (await approved.recheck());
  if (changed !== undefined) return notRun(changed);
  const wasBegun = work.state().begun.has(id);
  if (!wasBegun) await work.record({ kind: "begun", call: id, tool });
  const refused = await redeem(work, approved, args);
  if (refused !== undefined) return wasBegun ? await afterUse(work, approved) : notRun(refused);
  return await dispatch(work, callOf(approved, args));
}

/** The arguments that may run. Where a part is hidden, only the server knows them. */
export async function approvedArgs(
  earshot: Pick<Earshot, "collect">,
  { id, authorization }: Shown<AuthorizationRequest>,
): Promise<JsonObject> {
  const { action, secrets } = authorization;
  return secrets.length === 0 ? action.args : (await earshot.collect({ id })).args;
}

/** Why the approval does not allow this call; undefined if it does, and is now used up. */
async function redeem(
  work: SessionWork,
  { request, session }: ApprovedCall,
  args: JsonObject,
): Promise<string | undefined> {
  const { tool, toolSchemaHash } = request.authorization.action;
  const input = {
    request: request.id,
    tool,
    args,
    session,
    ...present({ toolSchemaHash: toolSchemaHash ?? undefined }),
  };
  // A lost answer is given again, but to this take only: a key that another could have would run it twice.
  const options = { idempotencyKey: `take:${randomUUID()}` };
  try {
    await work.step(() => work.runtime.earshot.redeem(input, options));
    return undefined;
  } catch (error) {
    return messageOf(error, work);
  }
}

/** It was begun and its approval is used, so it may have had its effect. */
async function afterUse(work: SessionWork, approved: ApprovedCall): Promise<CallResult> {
  const { tool, args } = approved.request.authorization.action;
  const call = callOf(approved, args);
  if (isRepeatable(work, call)) return await dispatch(work, call);
  return {
    text: `${tool} was interrupted and nobody knows whether it had its effect. Look before anything else; calling it again asks people again.`,
    isError: true,
  };
}

function changedTool(
  { tools }: SessionWork,
  { request }: ApprovedCall,
  args: unknown,
): string | undefined {
  const { tool, toolSchemaHash } = request.authorization.action;
  const entry = tools.registry.find(tool);
  if (entry === undefined) return `there is no tool ${tool} any more.`;
  if (inputOf(entry, args) === undefined) {
    return `the approved arguments are not what ${tool} takes now.`;
  }
  return definitionHash(entry) === toolSchemaHash
    ? undefined
    : `the definition of ${tool} has changed since it was approved. Call it again, which asks again.`;
}

function callOf({ request, id, key }: ApprovedCall, args: unknown): KeyedCall {
  return { id, key, args, name: request.authorization.action.tool };
}

export function notRun(why: string): CallResult {
  return { text: `${NOT_RUN}${why}`, isError: true };
}

function messageOf(error: unknown, work: SessionWork): string {
  work.assertHeld();
  if (!isEarshotError(error) || error.code === "SESSION_LOST") throw error;
  return error.message;
}
