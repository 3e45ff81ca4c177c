import type { PrincipalId } from "../id.ts";
import type { PersonPrincipal } from "../people/principal.ts";
import { roleNameOf } from "../people/role-names.ts";
import { present } from "../present.ts";
import { HOUR_MS, MINUTE_MS } from "../time.ts";
import { freeMoment } from "./attention.ts";
import type { Address, HeldFor } from "./delivery.ts";
import { PUSH } from "./device.ts";
import type { Attention, Link } from "./link.ts";
import type { Routing } from "./routing.ts";

/** A request that expires within this time is delivered at any hour. */
const BREACH_MS = 15 * MINUTE_MS;

export interface RouteQuestion {
  /** Names, or roles as `role:owner`; if empty, anybody who may answer. */
  readonly to: readonly string[];
  /** Ignores quiet hours. */
  readonly isUrgent: boolean;
  readonly nowMs: number;
  readonly expiresAtMs?: number;
}

export interface RouteFacts {
  readonly people: readonly PersonPrincipal[];
  /** By rank, without links of channels that are not configured. */
  readonly links: readonly Link[];
  readonly attention: readonly Attention[];
  /** By operator: how many items they got within the last hour. */
  readonly sentLately: ReadonlyMap<string, number>;
  /** By operator: when items beyond their budget are already due; further ones join them. */
  readonly heldUntilMs: ReadonlyMap<string, number>;
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
  /** People who are asked and have no address. */
  readonly unreached: readonly PersonPrincipal[];
}

/** Plans who is reached where and when, as long as nobody answers. */
export function planRoute(question: RouteQuestion, ground: RouteFacts): Route {
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
  ground: RouteFacts,
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
  { links, attention, routing, ...ground }: RouteFacts,
  { question, from }: { readonly question: RouteQuestion; readonly from: number },
): readonly Step[] {
  const own = links.filter((link) => link.operator === operator.id);
  const wanted = attention.find((one) => one.operator === operator.id);
  const sent = ground.sentLately.get(operator.id) ?? 0;
  const heldUntilMs = ground.heldUntilMs.get(operator.id);
  const first = startOf(question, wanted, { from, sent, heldUntilMs });
  // The digest and the budget are settled by then, but quiet hours may have begun since.
  const later = wanted && withoutTimes(wanted);
  let start: Pick<Step, "atMs" | "heldFor"> = first;
  const devices = own.filter(({ channel }) => channel === PUSH);
  const others = own.filter(({ channel }) => channel !== PUSH);
  const ringing = devices.map((link): Step => ({ address: addressOf(link), operator, ...first }));
  const tried = others.map((link, index): Step => {
    if (index > 0) {
      const next = startOf(question, later, {
        from: start.atMs + routing.fallbackAfterMs,
        sent: 0,
      });
      start = { atMs: next.atMs, heldFor: "fallback" };
    }
    return { address: addressOf(link), operator, ...start };
  });
  // All devices ring with the first address, and none of them holds up another.
  return [...ringing, ...tried];
}

function withoutTimes({ digest: _, perHour: __, ...rest }: Attention): Attention {
  return rest;
}

/** When it may arrive: by the operator's attention, unless it cannot wait. */
function startOf(
  { isUrgent, expiresAtMs }: RouteQuestion,
  attention: Attention | undefined,
  { from, ...lately }: { readonly from: number } & Lately,
): Pick<Step, "atMs" | "heldFor"> {
  if (isUrgent) return { atMs: from };
  const held = heldBy(attention, from, lately);
  const mustComeBy = expiresAtMs === undefined ? Number.POSITIVE_INFINITY : expiresAtMs - BREACH_MS;
  if (held.atMs <= mustComeBy) return held;
  return mustComeBy <= from ? { atMs: from } : { ...held, atMs: mustComeBy };
}

/** When an item that waited for another reason may reach an operator: quiet hours may have begun. */
export function wantedFrom(
  question: RouteQuestion,
  { attention }: Pick<RouteFacts, "attention">,
  operator: PrincipalId,
): Pick<Step, "atMs" | "heldFor"> {
  const wanted = attention.find((one) => one.operator === operator);
  return startOf(question, wanted && withoutTimes(wanted), { from: question.nowMs, sent: 0 });
}

interface Lately {
  readonly sent: number;
  readonly heldUntilMs?: number | undefined;
}

/** Items beyond the budget arrive together, an hour after the first of them and outside quiet hours. */
function heldBy(
  attention: Attention | undefined,
  from: number,
  { sent, heldUntilMs = 0 }: Lately,
): Pick<Step, "atMs" | "heldFor"> {
  const free = freeMoment(attention, from);
  if (attention?.perHour === undefined || sent < attention.perHour) return free;
  const next = heldUntilMs > from ? heldUntilMs : from + HOUR_MS;
  if (free.atMs >= next) return free;
  return { atMs: freeMoment(withoutTimes(attention), next).atMs, heldFor: "attention_budget" };
}

function addressOf({ channel, chatId, threadId }: Link): Address {
  return { channel, chatId, ...present({ threadId }) };
}
