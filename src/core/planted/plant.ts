import { freeMoment } from "../../domain/hub/attention.ts";
import { parseInboxQuery } from "../../domain/inbox/inbox-query.ts";
import type { Caller, PersonPrincipal } from "../../domain/people/principal.ts";
import { dueMoment, isOpenTest, type OpenTest } from "../../domain/planted/planted.ts";
import { LEAST_OTHERS, twisted } from "../../domain/planted/twist.ts";
import { present } from "../../domain/present.ts";
import {
  type AuthorizationRequest,
  asAuthorization,
  type OpenAuthorization,
} from "../../domain/requests/request.ts";
import { HOUR_MS } from "../../domain/time.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import { type Context, nowOf } from "../call/context.ts";
import { endTest } from "./end-test.ts";
import { drawsOf, isTheirs, lateTests, testRulesFor } from "./tests-now.ts";

/*
 * Tests are planted while their person works, and at no other time: whoever is not there is not waited
 * for, and nothing wakes anybody.
 */

const LIFE_MS = HOUR_MS;
const RECENT = "kind:authorization status:approved level:low level:medium";
const MOST_LOOKED_AT = 60;
const MOST_OTHERS = 10;
const MOST_TRIED = 4;

/** Plants the one that is due for the caller, if something suits; ends what nobody looked at in time. */
export async function plantIfDue(ctx: Context, caller: Caller): Promise<void> {
  const told = await testRulesFor(ctx, caller);
  if (told === undefined) return;
  const { person, rules } = told;
  const draws = drawsOf(ctx, person);
  const moment = dueMoment(ctx.clock.now(), { aWeek: rules.aWeek, draws });
  const late = await lateTests(ctx, person);
  const open = late.filter(isOpenTest);
  const past = open.filter(({ expiresAt }) => expiresAt <= nowOf(ctx));
  for (const test of past) await endTest(ctx, test, "ended");
  const isKnown = open.length > past.length || late.some((test) => test.moment === moment);
  if (moment === undefined || isKnown || (await isQuiet(ctx, person))) return;
  const test = await drawn(ctx, caller, { person, moment, draw: draws(`draw ${moment}`) });
  if (test === undefined) return;
  // A conflict means that another page of this person has planted it.
  await ctx.commit({
    workspace: person.workspace,
    writes: [{ type: "planted.insert", test }],
    events: [],
  });
}

async function isQuiet(ctx: Context, { workspace, id }: PersonPrincipal): Promise<boolean> {
  const all = await ctx.store.listAttention(workspace);
  const attention = all.find(({ operator }) => operator === id);
  return freeMoment(attention, ctx.clock.now()).heldFor === "quiet_hours";
}

interface Drawing {
  readonly person: PersonPrincipal;
  readonly moment: string;
  readonly draw: readonly number[];
}

/** Of what people approved of late, with something made wrong in it. */
async function drawn(
  ctx: Context,
  caller: Caller,
  { person, moment, draw }: Drawing,
): Promise<OpenTest | undefined> {
  const { workspace, id: operator } = person;
  const now = nowOf(ctx);
  const search = parseInboxQuery(RECENT, { now });
  const given = { workspace, operator, now, limit: MOST_LOOKED_AT, search };
  const { items } = await ctx.inbox.search(given);
  const isOf = (one: (typeof items)[number]) => (other: typeof one) =>
    other.agent === one.agent && other.tool === one.tool && other.id !== one.id;
  const usual = items.filter((one) => items.filter(isOf(one)).length >= LEAST_OTHERS);
  const [which = 0, what = 0] = draw;
  const begin = Math.floor(which * usual.length);
  for (const item of [...usual.slice(begin), ...usual.slice(0, begin)].slice(0, MOST_TRIED)) {
    const source = await suited(ctx, workspace, item.id);
    if (source === undefined) continue;
    const alike = items.filter(isOf(item)).slice(0, MOST_OTHERS);
    const found = await Promise.all(alike.map(({ id }) => suited(ctx, workspace, id)));
    const others = found.flatMap((one) => (one === undefined ? [] : [argsOf(one)]));
    const { reason } = source.authorization;
    const wrong =
      others.length < LEAST_OTHERS
        ? undefined
        : twisted({ args: argsOf(source), reason, others }, what);
    if (wrong === undefined) continue;
    const request = imitated(ctx, source, wrong.args);
    const { id, createdAt } = request;
    const { expiresAt } = request.authorization.action;
    const test = { id, workspace, operator, moment, createdAt, expiresAt, twist: wrong.twist };
    // What was decided before is looked for behind the newest.
    const newest = [source.id, ...alike.map(({ id: one }) => one)].toSorted().at(-1) ?? source.id;
    const open: OpenTest = { ...test, request, source: newest };
    if (await isTheirs(ctx, caller, open)) return open;
  }
  return undefined;
}

function argsOf({ authorization }: AuthorizationRequest) {
  return authorization.action.args;
}

/** Nothing secret, erased, edited or bound to more than its arguments is imitated. */
async function suited(
  ctx: Context,
  workspace: PersonPrincipal["workspace"],
  id: OpenAuthorization["id"],
): Promise<AuthorizationRequest | undefined> {
  const found = await ctx.store.findRequest(workspace, id);
  if (found?.kind !== "authorization" || found.erasedAt !== undefined) return undefined;
  const { action, demand, secrets, edit } = found.authorization;
  const isBare = action.v === 1 && action.resources.length === 0 && secrets.length === 0;
  const isPlain =
    demand.quorum === 1 && demand.wanted === undefined && !demand.stepUp && edit === undefined;
  return isBare && isPlain && found.notify === undefined ? asAuthorization(found) : undefined;
}

/** As the agent would have sought it now. */
function imitated(
  ctx: Context,
  source: AuthorizationRequest,
  args: ReturnType<typeof argsOf>,
): OpenAuthorization {
  const { workspace, agent, agentName, conversation, tool, authorization } = source;
  const { reason, demand, argsSchema, onBehalfOf } = authorization;
  const createdAt = nowOf(ctx);
  const expiresAt = toTimestamp(ctx.clock.now() + LIFE_MS);
  const nonce = ctx.ids.salt();
  const { action, digest } = ctx.digest.envelope({
    ...authorization.action,
    args,
    expiresAt,
    nonce,
  });
  return {
    id: ctx.ids.next("req"),
    workspace,
    kind: "authorization",
    status: "open",
    agent,
    agentName,
    conversation,
    to: [],
    authorization: {
      action,
      digest,
      reason,
      ...present({ argsSchema, onBehalfOf }),
      secrets: [],
      demand,
      votes: [],
    },
    salt: ctx.ids.salt(),
    createdAt,
    expiresAt,
    ...present({ tool }),
    version: 1,
  };
}
