import { freeMoment } from "./attention.ts";
import type { Address, HeldFor } from "./delivery.ts";
import type { Attention, Link } from "./link.ts";
import type { PersonPrincipal } from "./principal.ts";
import { roleNameOf } from "./role-names.ts";
import type { Routing } from "./routing.ts";

/** What expires within this is brought whatever the hour. */
const BREACH_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;

export interface RouteQuestion {
  /** Names, or roles as `role:owner`; anybody who may answer where empty. */
  readonly to: readonly string[];
  /** Does not wait for anybody's quiet hours. */
  readonly isUrgent: boolean;
  readonly nowMs: number;
  readonly expiresAtMs?: number;
}

export interface RouteGround {
  readonly people: readonly PersonPrincipal[];
  /** By rank. Those of channels that are not there are left out. */
  readonly links: readonly Link[];
  readonly attention: readonly Attention[];
  /** How many an operator got within the last hour, by their id. */
  readonly sentLately: ReadonlyMap<string, number>;
  readonly routing: Routing;
}

export interface Step {
  readonly address: Address;
  readonly operator?: PersonPrincipal;
  readonly atMs: number;
  readonly heldFor?: HeldFor;
}

export interface Route {
  /** In the order of time. */
  readonly steps: readonly Step[];
  /** Who is asked and has no address. */
  readonly unreached: readonly PersonPrincipal[];
}

/** Who is reached, where and when, if nobody answers before. */
export function planRoute(question: RouteQuestion, ground: RouteGround): Route {
  const first = round(question, ground, { to: question.to, afterMs: 0 });
  const later = ground.routing.escalation.flatMap((step) => {
    const { steps } = round(question, ground, step);
    return steps.map((one): Step => ({ ...one, heldFor: one.heldFor ?? "escalation" }));
  });
  const seen = new Set<string>();
  const steps = [...first.steps, ...later].filter(({ address, operator }) => {
    const name = `${address.channel} ${address.chatId} ${address.threadId ?? ""} ${operator?.id ?? ""}`;
    const isNew = !seen.has(name);
    seen.add(name);
    return isNew;
  });
  return { steps: steps.toSorted((a, b) => a.atMs - b.atMs), unreached: first.unreached };
}

/** The people who are asked by these names and roles. */
export function askedOf(
  to: readonly string[],
  people: readonly PersonPrincipal[],
): readonly PersonPrincipal[] {
  const may = people.filter(({ role }) => role !== "viewer");
  if (to.length === 0) return may;
  return may.filter(({ name, role }) => to.includes(name) || to.includes(roleNameOf({ role })));
}

function round(
  question: RouteQuestion,
  ground: RouteGround,
  { to, afterMs }: { readonly to: readonly string[]; readonly afterMs: number },
): Route {
  const asked = askedOf(to, ground.people);
  const from = question.nowMs + afterMs;
  const steps = asked.flatMap((operator) => stepsOf(operator, ground, { question, from }));
  const chats = to.length > 0 ? [] : ground.links.filter(({ operator }) => operator === undefined);
  const shared = chats.map((link): Step => ({ address: addressOf(link), atMs: from }));
  const unreached = asked.filter(({ id }) => !ground.links.some(({ operator }) => operator === id));
  return { steps: [...shared, ...steps], unreached };
}

function stepsOf(
  operator: PersonPrincipal,
  { links, attention, sentLately, routing }: RouteGround,
  { question, from }: { readonly question: RouteQuestion; readonly from: number },
): readonly Step[] {
  const own = links.filter((link) => link.operator === operator.id);
  const wanted = attention.find((one) => one.operator === operator.id);
  const start = startOf(question, wanted, { from, sent: sentLately.get(operator.id) ?? 0 });
  return own.map((link, index): Step => {
    const step = { address: addressOf(link), operator };
    if (index === 0) return { ...step, ...start };
    return { ...step, atMs: start.atMs + index * routing.fallbackAfterMs, heldFor: "fallback" };
  });
}

/** When it may come: the attention of the operator, unless it cannot wait for that. */
function startOf(
  { isUrgent, expiresAtMs }: RouteQuestion,
  attention: Attention | undefined,
  { from, sent }: { readonly from: number; readonly sent: number },
): Pick<Step, "atMs" | "heldFor"> {
  if (isUrgent) return { atMs: from };
  const free = freeMoment(attention, from);
  const isSpent = attention?.perHour !== undefined && sent >= attention.perHour;
  const held =
    isSpent && free.atMs < from + HOUR_MS
      ? { atMs: from + HOUR_MS, heldFor: "attention_budget" as const }
      : free;
  const mustComeBy = expiresAtMs === undefined ? Number.POSITIVE_INFINITY : expiresAtMs - BREACH_MS;
  if (held.atMs <= mustComeBy) return held;
  return mustComeBy <= from ? { atMs: from } : { ...held, atMs: mustComeBy };
}

function addressOf({ channel, chatId, threadId }: Link): Address {
  return { channel, chatId, ...(threadId === undefined ? {} : { threadId }) };
}
