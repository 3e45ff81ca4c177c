import type { EventDraft } from "../../domain/log/event.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import { checkQuestion } from "../../domain/requests/answer-check.ts";
import { formGiven } from "../../domain/requests/form-input.ts";
import type { Question } from "../../domain/requests/question.ts";
import type { OpenQuestion, Request } from "../../domain/requests/request.ts";
import {
  SESSION_QUESTION_TOOL,
  type Session,
  type SessionWait,
} from "../../domain/sessions/session.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { AskInSessionInput } from "../../ports/earshot/sessions.ts";
import { findRequest, notFound } from "../call/access.ts";
import type { Context } from "../call/context.ts";
import { operatorsNamed } from "../deciders/resolve-names.ts";
import { type AnsweredByPermission, byPermission } from "../requests/answer-by-permission.ts";
import { endMarkWrites } from "../session-changes/marks.ts";
import { continuing } from "../session-changes/new-session.ts";
import { sessionEvent } from "../session-changes/session-event.ts";
import { sessionDeliveries } from "./asked-where.ts";
import { changeHeld, type HeldPlan } from "./change-held.ts";

/** Each lost race means that the same standing answer was used or revoked. */
const MAX_STANDING = 8;

/**
 * Asks where the session talks and pauses it in one commit, so neither happens without the other.
 */
export async function askInSession(
  ctx: Context,
  caller: Caller,
  input: AskInSessionInput,
): Promise<{ readonly session: Session; readonly request: Request }> {
  const { call, kind = "question" } = input;
  const question = questionOf(ctx, input.question);
  checkQuestion(question, ctx.checkSchema);
  const to =
    input.question.to === undefined ? [] : await operatorsNamed(ctx, caller, input.question.to);
  let races = 0;
  const { session } = await changeHeld(ctx, caller, {
    held: input,
    known: (one) => one.status === "paused" && one.waitsFor?.call === call,
    async plan(one, now) {
      const request = requestOf(ctx, one, { question, to, now });
      // Whether to run a call twice is asked each time.
      const standing =
        kind === "question" && races++ < MAX_STANDING
          ? await byPermission(ctx, request)
          : undefined;
      const asked = { request, question, waitsFor: { request: request.id, kind, call } };
      if (standing !== undefined) return await goingOn(ctx, one, { ...asked, standing });
      return {
        ...pausing(asked),
        writes: [
          { type: "request.insert", request },
          ...(await sessionDeliveries(ctx, one, request)),
          ...(await endMarkWrites(ctx, one)),
        ],
        events: (next) => [...askedEvents(ctx, next, asked)],
      };
    },
  });
  const waitsFor = session.waitsFor;
  if (waitsFor === undefined) throw notFound("session", session.id);
  return { session, request: await findRequest(ctx, caller, waitsFor.request) };
}

interface Asked {
  readonly request: OpenQuestion;
  readonly question: Question;
  readonly waitsFor: SessionWait;
}

function pausing({ question, waitsFor }: Asked): Pick<HeldPlan, "event" | "entries"> {
  return {
    event: { type: "pause", waitsFor },
    entries: [{ kind: "end", status: "paused", text: question.text }],
  };
}

function askedEvents(
  ctx: Context,
  session: Session,
  { request, question, waitsFor: { kind } }: Asked,
): readonly EventDraft[] {
  const { agent: actor, createdAt: at, id: subject, salt } = request;
  return [
    {
      type: "request.created",
      at,
      actor,
      subject,
      data: { digest: ctx.digest.content(salt, question), session: session.id },
    },
    sessionEvent(session, "session.paused", { at, actor, data: { kind } }),
  ];
}

/** A person answered this in advance: nobody is asked, and the continuation is queued. */
async function goingOn(
  ctx: Context,
  session: Session,
  { standing, ...asked }: Asked & { readonly standing: AnsweredByPermission },
): Promise<HeldPlan> {
  const next = continuing(ctx, session, { cause: "continuation" });
  return {
    ...pausing(asked),
    writes: [
      ...standing.writes,
      { type: "session.insert", session: next },
      ...(await endMarkWrites(ctx, session)),
    ],
    events: (paused) => [
      ...askedEvents(ctx, paused, asked),
      standing.logged,
      sessionEvent(next, "session.created", {
        at: next.createdAt,
        data: { kind: next.cause, session: paused.id },
      }),
    ],
  };
}

function questionOf(ctx: Context, asked: AskInSessionInput["question"]): Question {
  const { text, context, form } = asked;
  return { text, ...present({ context }), form: formGiven({ form }, ctx.digest.json) };
}

function requestOf(
  ctx: Context,
  { workspace, agent, agentName, conversation }: Session,
  {
    question,
    to,
    now,
  }: { readonly question: Question; readonly to: readonly string[]; readonly now: Timestamp },
): OpenQuestion {
  return {
    id: ctx.ids.next("req"),
    workspace,
    kind: "question",
    status: "open",
    agent,
    agentName,
    conversation,
    to,
    question,
    salt: ctx.ids.salt(),
    createdAt: now,
    tool: SESSION_QUESTION_TOOL,
    version: 1,
  };
}
