import { EarshotError, isEarshotError } from "../../../domain/errors.ts";
import type { Json } from "../../../domain/json.ts";
import { present } from "../../../domain/present.ts";
import { asAuthorization, type ShownRequest } from "../../../domain/requests/request.ts";
import type { SessionEntryBody } from "../../../domain/sessions/session.ts";
import type { Earshot } from "../../../ports/earshot/earshot.ts";
import type { ClaimedSession } from "../../../ports/earshot/sessions.ts";
import { approvedArgs } from "../redeem-and-run.ts";
import type { ChildLine } from "./protocol.ts";

/** The result of a line. */
export interface Made {
  readonly value: Json;
  /** The session has ended with it. */
  readonly isEnd?: true;
}

type Line<T extends ChildLine["type"]> = Extract<ChildLine, { readonly type: T }>;

/** Carries out what the lines of a program request in its session. */
export interface ChildCalls {
  make(line: ChildLine): Promise<Made>;
}

export function createChildCalls(
  earshot: Earshot,
  { session, former }: ClaimedSession,
  operators: readonly string[] | undefined,
): ChildCalls {
  const held = { id: session.id, epoch: session.epoch };
  let after = session.entries;
  let count = 0;

  /** If the program names none, a later attempt cannot mean the same thing. */
  function callOf(given: string | undefined): string {
    count += 1;
    return given ?? `${session.epoch}-${count}`;
  }

  async function record(entry: SessionEntryBody): Promise<void> {
    try {
      after = (await earshot.recordEntries({ ...held, after, entries: [entry] })).entries;
    } catch (error) {
      if (!isEarshotError(error, "CONFLICT")) throw error;
      // Something else was recorded meanwhile, such as words of a person.
      after = (await earshot.showSession({ id: session.id })).session.entries;
      after = (await earshot.recordEntries({ ...held, after, entries: [entry] })).entries;
    }
  }

  async function ask({ call, question: text, context }: Line<"ask">): Promise<Made> {
    const { request } = await earshot.askInSession({
      ...held,
      call: callOf(call),
      question: { text, ...present({ context, to: operators }) },
    });
    return { value: { outcome: "paused", request: request.id }, isEnd: true };
  }

  async function authorize({ call, tool, args, reason }: Line<"authorize">): Promise<Made> {
    const outcome = await earshot.authorizeInSession({
      ...held,
      call: callOf(call),
      action: { tool, args, reason },
    });
    if (outcome.outcome === "paused") {
      return { value: { outcome: "paused", request: outcome.request }, isEnd: true };
    }
    // Without a minimum level, an authorization is always requested.
    if (outcome.outcome !== "decided") throw new Error(`Nothing was sought: ${outcome.outcome}`);
    const { request } = outcome;
    if (request.status !== "approved") {
      const why = "reason" in request ? { reason: request.reason ?? "" } : {};
      return { value: { outcome: request.status, request: request.id, ...why } };
    }
    return { value: { outcome: "approved", ...(await redeem(earshot, request, session.id)) } };
  }

  async function redeemFormer(): Promise<Made> {
    const request = former?.request;
    if (former !== undefined && request?.kind === "authorization") {
      return { value: await redeem(earshot, request, former.session.id) };
    }
    throw new EarshotError(
      "INVALID_INPUT",
      `Session ${session.id} goes on from no approval. Seek one by a line of type authorize.`,
    );
  }

  async function end(line: Line<"end" | "fail">): Promise<Made> {
    const outcome = line.type === "end" ? "completed" : "failed";
    await earshot.endSession({ ...held, outcome, text: line.text });
    return { value: { outcome }, isEnd: true };
  }

  return {
    async make(line) {
      switch (line.type) {
        case "say":
          await earshot.postInSession({ ...held, call: callOf(line.call), text: line.text });
          return { value: { outcome: "said" } };
        case "record":
          await record(line.entry);
          return { value: { outcome: "recorded", entries: after } };
        case "ask":
          return await ask(line);
        case "authorize":
          return await authorize(line);
        case "redeem":
          return await redeemFormer();
        case "end":
        case "fail":
          return await end(line);
        default:
          throw new Error(`Unknown line ${String(line satisfies never)}`);
      }
    },
  };
}

/** Uses up an approval: its call runs now, once. */
async function redeem(
  earshot: Pick<Earshot, "collect" | "redeem">,
  request: ShownRequest,
  session: string,
): Promise<{ readonly request: string; readonly tool: string; readonly args: Json }> {
  const approved = asAuthorization(request);
  const { tool, resources } = approved.authorization.action;
  const args = await approvedArgs(earshot, approved);
  await earshot.redeem({ request: request.id, tool, args, session, resources });
  return { request: request.id, tool, args };
}
