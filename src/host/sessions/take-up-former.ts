import { answerText } from "../../domain/requests/question.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import type { SessionCall, SessionEntry } from "../../domain/sessions/session.ts";
import type { ResumedCall } from "../../domain/sessions/starting-prompt.ts";
import type { ClaimedSession } from "../../ports/earshot/sessions.ts";
import { needsLeave } from "./authorize-call.ts";
import type { CallResult, KeyedCall } from "./call-context.ts";
import { RUN_AGAIN } from "./host-words.ts";
import { checkedBefore, differs, lookAt } from "./preconditions.ts";
import { NOT_RUN, notRun, redeemAndRun } from "./redeem-and-run.ts";
import { isRepeatable } from "./repeatable.ts";
import { recordDone } from "./run-calls.ts";
import { runTool } from "./run-tool.ts";
import type { SessionWork } from "./session-work.ts";

type Former = NonNullable<ClaimedSession["former"]>;

interface Waiting {
  readonly call: SessionCall;
  make(): Promise<CallResult>;
}

/**
 * Makes the call that the previous session waited with, if people approved it, before the model is
 * told anything. Undefined if there is none to make.
 */
export async function takeUpFormer(work: SessionWork): Promise<ResumedCall | undefined> {
  const { session, former } = work.claimed;
  if (session.cause !== "continuation" || former === undefined) return undefined;
  const waiting = waitingCall(work, former);
  if (waiting === undefined) return undefined;
  const { call, make } = waiting;
  const { id, name: tool, args } = call;
  if (!work.state().done.has(id)) await recordDone(work, call, await make());
  const { text = "", isError = true } = work.state().done.get(id) ?? {};
  const isNotRun = text.startsWith(NOT_RUN);
  return {
    tool,
    args,
    isError,
    isBegun: !isNotRun,
    text: isNotRun ? text.slice(NOT_RUN.length) : text,
  };
}

function waitingCall(work: SessionWork, former: Former): Waiting | undefined {
  const { session, entries, request } = former;
  const { waitsFor } = session;
  if (waitsFor === undefined || request === undefined) return undefined;
  const { call: id, kind } = waitsFor;
  const key = `${session.id}:${id}`;
  if (kind === "approval") return approvedCall(work, { former, request, key, id });
  const call = callsOf(entries).find((one) => one.id === id);
  if (kind !== "repeat" || call === undefined || !isYes(request)) return undefined;
  return { call, make: () => runAgain(work, { ...call, key }) };
}

function approvedCall(
  work: SessionWork,
  {
    former,
    request,
    key,
    id,
  }: {
    readonly former: Former;
    readonly request: ShownRequest;
    readonly key: string;
    readonly id: string;
  },
): Waiting | undefined {
  if (request.kind !== "authorization" || request.status !== "approved") return undefined;
  const { tool: name, args } = request.authorization.action;
  const recheck = async () =>
    differs(checkedBefore(former.entries, id), await lookAt(work, { tool: name, key }));
  const { id: session } = former.session;
  return {
    call: { id, name, args },
    make: () => redeemAndRun(work, { request, id, key, session, recheck }),
  };
}

function isYes(request: ShownRequest): boolean {
  return (
    request.kind === "question" &&
    request.status === "answered" &&
    answerText(request.answer) === RUN_AGAIN
  );
}

async function runAgain(work: SessionWork, call: KeyedCall): Promise<CallResult> {
  const { id, name } = call;
  const entry = work.tools.registry.find(name);
  if (entry === undefined) {
    return notRun(`there is no tool ${name} any more.`);
  }
  if (await needsLeave(work, call, entry)) {
    return notRun(`${name} needs an approval of its own by now. Call it again, which asks again.`);
  }
  if (!work.state().begun.has(id) || isRepeatable(work, call)) return await runTool(work, call);
  return {
    text: `${name} was interrupted once more, and nobody knows whether it had its effect. Look before anything else, and do not call it again without a person's yes.`,
    isError: true,
  };
}

/** The calls of all replies. */
function callsOf(entries: readonly SessionEntry[]): readonly SessionCall[] {
  return entries.flatMap(({ body }) => (body.kind === "reply" ? body.calls : []));
}

/** Calls of its last reply that the session did not reach, besides the one that it waits with. */
export function leftBy({ session, entries }: Former): readonly string[] {
  const last = entries.findLast(({ body }) => body.kind === "reply")?.body;
  if (last?.kind !== "reply") return [];
  const done = new Set(entries.map(({ body }) => (body.kind === "done" ? body.call : "")));
  return last.calls
    .filter(({ id }) => !done.has(id) && id !== session.waitsFor?.call)
    .map(({ name, args }) => `${name}(${(JSON.stringify(args) ?? "").slice(0, 300)})`);
}

/** Tools that the session called and that this one does not have. */
export function goneSince(work: SessionWork, { entries }: Former): readonly string[] {
  const names = new Set(callsOf(entries).map(({ name }) => name));
  return [...names].filter((name) => work.tools.registry.find(name) === undefined);
}
