import { EarshotError } from "../../domain/errors.ts";
import { testEvent } from "../../domain/hub/closed-event.ts";
import type { Subscription } from "../../domain/hub/subscription.ts";
import type { PrincipalId } from "../../domain/id.ts";
import { inTime } from "../../domain/in-words.ts";
import { DEFAULT_OVERLAP_MS, MAX_OVERLAP_MS } from "../../domain/limits.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import type { AgentPrincipal, Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import { isChannelError } from "../../ports/channels/is-channel-error.ts";
import type {
  RotateSubscriptionInput,
  SetSubscriptionInput,
  ShownSubscription,
  SubscriptionMade,
  SubscriptionOf,
  SubscriptionTested,
} from "../../ports/earshot/subscriptions.ts";
import type { Write } from "../../ports/store/store.ts";
import { actorOf, notFound } from "../call/access.ts";
import { commitCall, type PlannedCall } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { outboundOf } from "../call/notify-of.ts";
import type { CallIdentity } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { findAgent } from "../keys/agents.ts";
import { ownerNotices } from "../notices/owner-notices.ts";
import { OWNERS_TOLD } from "../notices/owners-told.ts";
import { sealSecret, secretsOf } from "./subscription-secrets.ts";

/** An agent sees its own; whoever may make keys of agents sees all. */
export async function listSubscriptions(
  ctx: Context,
  caller: Caller,
): Promise<{ readonly items: readonly ShownSubscription[] }> {
  const { workspace, id, kind } = caller.principal;
  if (kind !== "agent") requireRight(caller, "keys");
  const all = await ctx.store.listSubscriptions(workspace);
  const items = all.filter(({ agent }) => kind !== "agent" || agent === id);
  return { items: items.map(shownSubscription) };
}

/** Subscribes an agent, or changes where it is called; the first time it makes the secret. */
export async function setSubscription(
  ctx: Context,
  caller: Caller,
  { input = {}, options }: Given<SetSubscriptionInput | undefined>,
): Promise<SubscriptionMade> {
  const agent = await agentOf(ctx, caller, input.agent);
  const url = input.url === undefined ? undefined : await outboundOf(ctx).check(input.url);
  const call: CallIdentity = { caller, operation: "setSubscription", input, options };
  return await change(ctx, { ...call, agent }, (former) => {
    const { workspace, id } = agent;
    if (former !== undefined) {
      const { url: _, ...rest } = former;
      const next = { ...rest, ...present({ url }), version: former.version + 1 };
      return { next, logged: "subscription.set" };
    }
    const secret = outboundOf(ctx).newSecret();
    const of = { workspace, agent: id };
    const sealed = sealSecret(ctx, of, secret);
    const next = { ...of, sealed, createdAt: nowOf(ctx), version: 1, ...present({ url }) };
    return { next, secret, logged: "subscription.set" };
  });
}

/** Makes another secret. The former signs beside it for the overlap, so that the receiver has time. */
export async function rotateSubscription(
  ctx: Context,
  caller: Caller,
  { input = {}, options }: Given<RotateSubscriptionInput | undefined>,
): Promise<SubscriptionMade> {
  const { overlapMs = DEFAULT_OVERLAP_MS } = input;
  if (!(overlapMs >= 0 && overlapMs <= MAX_OVERLAP_MS)) {
    throw new EarshotError(
      "INVALID_INPUT",
      `A secret that is replaced signs for at most ${inTime(MAX_OVERLAP_MS)}.`,
    );
  }
  const agent = await agentOf(ctx, caller, input.agent);
  const call: CallIdentity = { caller, operation: "rotateSubscription", input, options };
  return await change(ctx, { ...call, agent }, (known) => {
    const { former: _, ...rest } = known ?? missing(agent);
    const secret = outboundOf(ctx).newSecret();
    const until = toTimestamp(toMs(nowOf(ctx)) + Math.ceil(overlapMs));
    const next: Subscription = {
      ...rest,
      sealed: sealSecret(ctx, rest, secret),
      former: { sealed: rest.sealed, until },
      version: rest.version + 1,
    };
    return { next, secret, logged: "subscription.rotated" };
  });
}

/** Ends it: nothing more is sent, what waits included, and the secret is gone. */
export async function removeSubscription(
  ctx: Context,
  caller: Caller,
  { input = {}, options }: Given<SubscriptionOf | undefined>,
): Promise<ShownSubscription> {
  const agent = await agentOf(ctx, caller, input.agent);
  const call: CallIdentity = { caller, operation: "removeSubscription", input, options };
  return await commitCall(ctx, call, {
    thing: `The subscription of ${agent.name}`,
    async plan() {
      const known = (await subscriptionOf(ctx, agent)) ?? missing(agent);
      const change: Changed = { next: known, logged: "subscription.removed" };
      return await planned(ctx, call, {
        agent,
        change,
        write: { type: "subscription.remove", agent: agent.id },
        done: () => shownSubscription(known),
      });
    },
    replay: () => ({ agent: agent.id, createdAt: agent.createdAt }),
  });
}

/** Calls it now with an event that says only that. */
export async function testSubscription(
  ctx: Context,
  caller: Caller,
  { input = {} }: Given<SubscriptionOf | undefined>,
): Promise<SubscriptionTested> {
  const agent = await agentOf(ctx, caller, input.agent);
  const subscription = (await subscriptionOf(ctx, agent)) ?? missing(agent);
  const { url } = subscription;
  if (url === undefined) {
    throw new EarshotError(
      "INVALID_INPUT",
      "It has no URL: only what a request names with notify is called. Give it one: npx earshot subscriptions add URL.",
    );
  }
  const id = ctx.ids.next("dlv");
  const body = testEvent(id, { agent, at: nowOf(ctx) });
  try {
    const secrets = secretsOf(ctx, subscription);
    const status = await outboundOf(ctx).send({ url, id, body, secrets });
    return { isTaken: true, status };
  } catch (error) {
    if (!isChannelError(error)) throw error;
    return { isTaken: false, why: error.message };
  }
}

/** An agent's own key, or a person who may make keys of agents. */
async function agentOf(
  ctx: Context,
  caller: Caller,
  given: PrincipalId | undefined,
): Promise<AgentPrincipal> {
  const { principal } = caller;
  if (principal.kind === "agent" && (given ?? principal.id) === principal.id) {
    requireRight(caller, "ask");
    return principal;
  }
  if (principal.kind === "agent" && given !== undefined) throw notFound("agent", given);
  requireRight(caller, "keys");
  if (given !== undefined) return await findAgent(ctx, principal.workspace, given);
  throw new EarshotError("INVALID_INPUT", "Name the agent: a person has no requests of their own.");
}

async function subscriptionOf(
  ctx: Context,
  { workspace, id }: AgentPrincipal,
): Promise<Subscription | undefined> {
  const all = await ctx.store.listSubscriptions(workspace);
  return all.find(({ agent }) => agent === id);
}

interface Changed {
  readonly next: Subscription;
  readonly logged: Extract<EventDraft["type"], `subscription.${string}`>;
  /** Shown this once. */
  readonly secret?: string;
}

interface Changing extends CallIdentity {
  readonly agent: AgentPrincipal;
}

async function change(
  ctx: Context,
  { agent, ...call }: Changing,
  made: (former: Subscription | undefined) => Changed,
): Promise<SubscriptionMade> {
  return await commitCall(ctx, call, {
    thing: `The subscription of ${agent.name}`,
    async plan() {
      const change = made(await subscriptionOf(ctx, agent));
      const { next, secret } = change;
      return await planned(ctx, call, {
        agent,
        change,
        write: { type: "subscription.put", subscription: next },
        done: () => ({ subscription: shownSubscription(next), ...present({ secret }) }),
      });
    },
    // The secret was shown then, and is shown no second time.
    replay: async () => ({
      subscription: shownSubscription((await subscriptionOf(ctx, agent)) ?? missing(agent)),
    }),
  });
}

interface Planning<T> {
  readonly agent: AgentPrincipal;
  readonly change: Changed;
  readonly write: Write;
  readonly done: () => T;
}

async function planned<T>(
  ctx: Context,
  { caller, options }: CallIdentity,
  { agent, change: { next, logged }, write, done }: Planning<T>,
): Promise<PlannedCall<T>> {
  const { principal: actor, name: by, via } = actorOf(caller, options?.via);
  const { workspace, id: subject } = agent;
  const host = next.url === undefined ? undefined : URL.parse(next.url)?.host;
  const isForThem = caller.principal.kind === "person";
  const said = OWNERS_TOLD.subscription(by, { agent: agent.name, logged, host });
  const told = isForThem
    ? await ownerNotices(ctx, { workspace, actor, ...said })
    : { writes: [], events: [] };
  // The path and the query of a URL may be a secret.
  const data = { via, ...present({ name: host }) };
  return {
    done,
    result: subject,
    change: {
      workspace,
      writes: [write, ...told.writes],
      events: [
        { type: logged, at: nowOf(ctx), actor, subject, agent: subject, data },
        ...told.events,
      ],
    },
  };
}

function shownSubscription(subscription: Subscription): ShownSubscription {
  const { agent, url, former, createdAt } = subscription;
  return { agent, createdAt, ...present({ url, formerUntil: former?.until }) };
}

function missing({ name, id }: AgentPrincipal): never {
  throw new EarshotError(
    "NOT_FOUND",
    `The agent ${JSON.stringify(name)} is not subscribed. Subscribe it: npx earshot subscriptions add.`,
    { details: { what: "subscription", id } },
  );
}
