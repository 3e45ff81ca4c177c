import { freeMoment } from "../../domain/hub/attention.ts";
import { derivedTask, type Liaison } from "../../domain/liaison/liaison.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import type { Permission } from "../../domain/policy/permission.ts";
import { present } from "../../domain/present.ts";
import { checkQuestion } from "../../domain/requests/answer-check.ts";
import { answerText, type Form, type Question } from "../../domain/requests/question.ts";
import type { OpenQuestion, Request } from "../../domain/requests/request.ts";
import {
  type AskingFacts,
  type EarlierDecision,
  type StandingDecision,
  shouldAsk,
  type ToldOption,
} from "../../domain/requests/should-ask.ts";
import { HOUR_MS } from "../../domain/time.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { ShouldIAsk, ShouldIAskInput } from "../../ports/earshot/review.ts";
import type { AskingReader } from "../../ports/model/asking-reader.ts";
import { type Context, nowOf } from "../call/context.ts";
import { deciders } from "../deciders/may-decide.ts";
import { asItsKeyLeaves } from "../deciders/withdrawn-votes.ts";
import { findLiaison } from "../liaison-changes/liaison-access.ts";
import { askedDigest, type Standing, standingAnswer } from "./answer-by-permission.ts";

/** So many answered questions of an agent are looked at, a page at a time: each may be large. */
const MOST_LOOKED_AT = 200;
const PAGE = 50;
/** What is longer is compared with nothing. */
const MAX_COMPARED = 2_000;
/** Uses of a key are noted to the hour, so whoever used one within two may still be there. */
const THERE_MS = 2 * HOUR_MS;

/**
 * Whether the agent should ask, by what people said to this agent and what its key can see. Changes
 * nothing and asks nobody.
 */
export async function shouldIAsk(
  ctx: Context,
  caller: Caller,
  input: ShouldIAskInput,
): Promise<ShouldIAsk> {
  requireRight(caller, "read");
  const { question: text, options, cost_of_wrong: cost } = input;
  const question = questionOf(input);
  checkQuestion(question, ctx.checkSchema);
  const asked = { question, workspace: caller.principal.workspace, agent: caller.principal.id };
  const reader = await ctx.liaison.asking();
  const [permissions, answered, task] = await Promise.all([
    permissionsOf(ctx, asked),
    answeredBy(ctx, asked),
    taskOf(ctx, caller, input),
  ]);
  const facts: AskingFacts = {
    question: text,
    options,
    cost,
    now: nowOf(ctx),
    isThere: await isAnybodyThere(ctx, asked, answered),
    standing: await standingOf(ctx, asked),
    ...withdrawnFrom(ctx, { asked, permissions, answered }),
    told: task === undefined ? undefined : toldIn(task, { reader, text, options }),
    clarity: task === undefined ? undefined : (derivedTask(task)?.confidence.score ?? 0),
    isWeighty: reader.isWeighty,
  };
  const { isThere, clarity } = facts;
  return {
    ...shouldAsk(facts),
    somebody_there: isThere,
    ...present({ clarity }),
  };
}

type Asked = Pick<OpenQuestion, "workspace" | "agent" | "question">;
type Answered = Standing["source"];

/** As `ask` would store it, so that a standing answer to it is found. */
function questionOf({ question: text, context, options }: ShouldIAskInput): Question {
  const choices = options.map((label) => ({ label }));
  const form: Form = choices.length === 0 ? { kind: "text" } : { kind: "choice", options: choices };
  return { text, ...present({ context }), form };
}

async function permissionsOf(
  ctx: Context,
  { workspace, agent }: Asked,
): Promise<readonly Permission[]> {
  const keys = await ctx.people.keys(workspace);
  const given = await ctx.store.listPermissions(workspace, agent);
  return given
    .filter(({ scope }) => scope === "answer")
    .map((permission) => asItsKeyLeaves(permission, keys));
}

/** This agent's own questions that people have answered, the newest first, whoever asks. */
async function answeredBy(ctx: Context, { workspace, agent }: Asked): Promise<readonly Answered[]> {
  const found: Answered[] = [];
  let after: Request["id"] | undefined;
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += PAGE) {
    const page = await ctx.store.listRequests({
      workspace,
      agent,
      kind: "question",
      status: "answered",
      order: "newest",
      limit: PAGE,
      ...present({ after }),
    });
    found.push(...page.filter(isEvidence));
    after = page.at(-1)?.id;
    if (page.length < PAGE) break;
  }
  return found;
}

function isEvidence(request: Request): request is Answered {
  return request.status === "answered" && request.erasedAt === undefined;
}

/** What a standing answer closed was answered the moment it was asked, by nobody who is there. */
function isAnsweredLater({ createdAt, closedAt }: Answered): boolean {
  return createdAt !== closedAt;
}

/** Without answers of which somebody has said that they hold no longer. */
function withdrawnFrom(
  ctx: Context,
  {
    asked,
    permissions,
    answered,
  }: {
    readonly asked: Asked;
    readonly permissions: readonly Permission[];
    readonly answered: readonly Answered[];
  },
): Pick<AskingFacts, "isWithdrawn" | "earlier"> {
  const [standing, revoked] = [false, true].map((isRevoked) =>
    permissions.filter(({ revokedAt }) => (revokedAt !== undefined) === isRevoked),
  );
  const given = new Set(standing?.map(({ argsDigest }) => argsDigest));
  const withdrawn = new Set(
    revoked?.map(({ argsDigest }) => argsDigest).filter((digest) => !given.has(digest)),
  );
  // What a standing answer was given to is the same question, each with an id of its own.
  const isWithdrawn = (one: Pick<Answered, "question">) =>
    withdrawn.size > 0 && withdrawn.has(askedDigest(ctx, one));
  const isShort = ({ question }: Pick<Asked, "question">) => question.text.length <= MAX_COMPARED;
  const compared = isShort(asked) ? answered.filter(isShort) : [];
  return {
    isWithdrawn: isWithdrawn(asked),
    earlier: compared.filter((one) => !isWithdrawn(one)).map(decisionOf),
  };
}

function decisionOf({ id, question, answer, closedBy, closedAt }: Answered): EarlierDecision {
  const { text } = question;
  return {
    request: id,
    question: text,
    answer: answerText(answer),
    by: closedBy.name,
    at: closedAt,
  };
}

async function standingOf(ctx: Context, asked: Asked): Promise<StandingDecision | undefined> {
  const found = await standingAnswer(ctx, { ...asked, createdAt: nowOf(ctx) });
  if (found === undefined) return undefined;
  const { permission, source } = found;
  return { ...decisionOf(source), permission: permission.id, until: permission.until };
}

async function taskOf(
  ctx: Context,
  caller: Caller,
  { conversation_id }: ShouldIAskInput,
): Promise<Liaison | undefined> {
  if (conversation_id !== undefined) return await findLiaison(ctx, caller, conversation_id);
  const { workspace, id: worker } = caller.principal;
  const phase = "awaiting_task_completion";
  // With two, nobody knows which of them the question is about.
  const [only, other] = await ctx.store.listLiaisons({
    workspace,
    worker,
    phase,
    order: "newest",
    limit: 2,
  });
  return other === undefined ? only : undefined;
}

function toldIn(
  { exchanges, id: conversation, personName: by }: Liaison,
  {
    reader,
    text,
    options,
  }: {
    readonly reader: AskingReader;
    readonly text: string;
    readonly options: readonly string[];
  },
): ToldOption | undefined {
  const said = exchanges.filter((one) => one.role === "human").map(({ content }) => content);
  const told = reader.toldOption(text, options, said);
  return told && { ...told, conversation, by };
}

/** Somebody who may answer was active lately, and does not want to be left alone now. */
async function isAnybodyThere(
  ctx: Context,
  { workspace }: Asked,
  answered: readonly Answered[],
): Promise<boolean> {
  const nowMs = ctx.clock.now();
  const isLate = (at: string | undefined) => at !== undefined && toMs(at) > nowMs - THERE_MS;
  // Uses of keys are never told to the cache of keys.
  const [keys, attention] = await Promise.all([
    ctx.store.listKeys(workspace),
    ctx.store.listAttention(workspace),
  ]);
  const may = new Set<string>(deciders(keys));
  const used = keys.filter(({ key }) => isLate(key.usedAt) && key.unattended !== true);
  const active = new Set<string>([
    ...used.map(({ principal }) => principal.id),
    ...answered
      .filter(isAnsweredLater)
      .filter((one) => isLate(one.closedAt))
      .map((one) => one.closedBy.principal),
  ]);
  return [...active].some((person) => {
    const own = attention.find(({ operator }) => operator === person);
    return may.has(person) && freeMoment(own, nowMs).atMs <= nowMs;
  });
}
