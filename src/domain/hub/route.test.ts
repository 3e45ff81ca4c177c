import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aChat, aLinkOf, aPerson } from "../../testing/delivery-values.ts";
import type { Role } from "../people/principal.ts";
import type { Attention } from "./link.ts";
import { askedOf, planRoute, type RouteFacts, type RouteQuestion } from "./route.ts";
import { routingOf } from "./routing.ts";

const DEFAULT_ROUTING = routingOf();
const FALLBACK_MS = DEFAULT_ROUTING.fallbackAfterMs;

const NOW_MS = Date.UTC(2026, 5, 10, 23);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MORNING_MS = NOW_MS + 8 * HOUR_MS;

const ana = aPerson({ name: "ana", role: "owner" });
const ben = aPerson({ name: "ben" });
const eve = aPerson({ name: "eve", role: "viewer" });
const NIGHT = { operator: ana.id, quiet: { from: "22:00", to: "07:00" } };

const QUESTION: RouteQuestion = { to: [], isUrgent: false, nowMs: NOW_MS };
const EMPTY: RouteFacts = {
  people: [ana, ben, eve],
  links: [],
  attention: [],
  sentLately: new Map(),
  heldUntilMs: new Map(),
  routing: DEFAULT_ROUTING,
};

const anaOnSlack = aLinkOf(ana, { chatId: "D-ana" });
const anaByMail = aLinkOf(ana, { channel: "email", chatId: "ana@example.org", rank: 2 });
const anaOnTelegram = aLinkOf(ana, { channel: "telegram", chatId: "7", rank: 3 });
const benOnSlack = aLinkOf(ben, { chatId: "D-ben" });
const team = aChat({ threadId: "t1" });

/** Who is reached where, after how long, and what holds it. */
function plan(question: Partial<RouteQuestion>, ground: Partial<RouteFacts>) {
  const { steps, unreached } = planRoute({ ...QUESTION, ...question }, { ...EMPTY, ...ground });
  return {
    steps: steps.map(({ address, operator, atMs, heldFor }) => [
      operator?.name,
      address.chatId,
      atMs - NOW_MS,
      heldFor,
    ]),
    unreached: unreached.map(({ name }) => name),
  };
}

describe("who is asked", () => {
  test("everybody who may answer where nobody is named; a viewer never", () => {
    expect(askedOf([], [ana, ben, eve])).toEqual([ana, ben]);
    expect(askedOf(["eve", "role:viewer"], [ana, ben, eve])).toEqual([]);
  });

  test("those who are named, and those of a role", () => {
    expect(askedOf(["ben"], [ana, ben, eve])).toEqual([ben]);
    expect(askedOf(["role:owner"], [ana, ben, eve])).toEqual([ana]);
    expect(askedOf(["role:owner", "ben"], [ana, ben, eve])).toEqual([ana, ben]);
  });

  test("somebody whose name is like a role is not that role", () => {
    const odd = aPerson({ name: "owner" });
    expect(askedOf(["role:owner"], [odd])).toEqual([]);
  });
});

describe("where", () => {
  test("the first address at once, the next ones after five minutes each", () => {
    const links = [anaOnSlack, anaByMail, anaOnTelegram];
    expect(plan({ to: ["ana"] }, { links })).toEqual({
      steps: [
        ["ana", "D-ana", 0, undefined],
        ["ana", "ana@example.org", FALLBACK_MS, "fallback"],
        ["ana", "7", 2 * FALLBACK_MS, "fallback"],
      ],
      unreached: [],
    });
  });

  test("each of several operators at their own", () => {
    expect(plan({}, { links: [anaOnSlack, benOnSlack] }).steps).toEqual([
      ["ana", "D-ana", 0, undefined],
      ["ben", "D-ben", 0, undefined],
    ]);
  });

  test("chats read what is for anybody, and nothing that is for some", () => {
    const links = [team, anaOnSlack];
    expect(plan({}, { links }).steps).toEqual([
      [undefined, "C-team", 0, undefined],
      ["ana", "D-ana", 0, undefined],
    ]);
    expect(plan({ to: ["ana"] }, { links }).steps).toEqual([["ana", "D-ana", 0, undefined]]);
    const { steps } = planRoute(QUESTION, { ...EMPTY, links });
    expect(steps[0]?.address.threadId).toBe("t1");
  });

  test("who has no address is told apart", () => {
    expect(plan({}, { links: [benOnSlack] }).unreached).toEqual(["ana"]);
    expect(plan({}, {})).toEqual({ steps: [], unreached: ["ana", "ben"] });
  });
});

describe("when", () => {
  const ground = { links: [anaOnSlack, anaByMail], attention: [NIGHT] };
  const to = ["ana"];
  const night = MORNING_MS - NOW_MS;

  test("what is not urgent waits for the end of quiet hours, and its fallback behind that", () => {
    expect(plan({ to }, ground).steps).toEqual([
      ["ana", "D-ana", night, "quiet_hours"],
      ["ana", "ana@example.org", night + FALLBACK_MS, "fallback"],
    ]);
  });

  test("what is urgent waits for nothing", () => {
    const busy = { ...ground, attention: [{ ...NIGHT, perHour: 1, digest: ["12:00"] }] };
    const sentLately = new Map([[ana.id, 9]]);
    expect(plan({ to, isUrgent: true }, { ...busy, sentLately }).steps).toEqual([
      ["ana", "D-ana", 0, undefined],
      ["ana", "ana@example.org", FALLBACK_MS, "fallback"],
    ]);
  });

  test("what expires before morning comes a quarter of an hour before that", () => {
    const expiresAtMs = NOW_MS + HOUR_MS;
    expect(plan({ to, expiresAtMs }, ground).steps[0]).toEqual([
      "ana",
      "D-ana",
      45 * MINUTE_MS,
      "quiet_hours",
    ]);
  });

  test("what expires within a quarter of an hour comes at once, held by nothing", () => {
    const expiresAtMs = NOW_MS + 15 * MINUTE_MS;
    expect(plan({ to, expiresAtMs }, ground).steps[0]).toEqual(["ana", "D-ana", 0, undefined]);
  });

  test("what expires long after morning waits all the same", () => {
    const expiresAtMs = MORNING_MS + HOUR_MS;
    expect(plan({ to, expiresAtMs }, ground).steps[0]?.[2]).toBe(night);
  });

  test("who got as many as they want in an hour gets the next one an hour later", () => {
    const attention: Attention[] = [{ operator: ana.id, perHour: 2 }];
    const spent = { links: [anaOnSlack], attention, sentLately: new Map([[ana.id, 2]]) };
    expect(plan({ to }, spent).steps).toEqual([["ana", "D-ana", HOUR_MS, "attention_budget"]]);
    const left = { ...spent, sentLately: new Map([[ana.id, 1]]) };
    expect(plan({ to }, left).steps).toEqual([["ana", "D-ana", 0, undefined]]);
  });

  test("what is beyond the budget comes together, and in no quiet hours", () => {
    const attention: Attention[] = [{ operator: ana.id, perHour: 2 }];
    const sentLately = new Map([[ana.id, 2]]);
    const heldUntilMs = new Map([[ana.id, NOW_MS + 20 * MINUTE_MS]]);
    const spent = { links: [anaOnSlack], attention, sentLately };
    expect(plan({ to }, { ...spent, heldUntilMs }).steps).toEqual([
      ["ana", "D-ana", 20 * MINUTE_MS, "attention_budget"],
    ]);
    const late = { quiet: { from: "23:30", to: "07:00" }, perHour: 2, operator: ana.id };
    expect(plan({ to }, { ...spent, attention: [late] }).steps).toEqual([
      ["ana", "D-ana", night, "attention_budget"],
    ]);
  });

  test("the next addresses are tried in no quiet hours that begin meanwhile", () => {
    const attention = [{ operator: ana.id, quiet: { from: "23:03", to: "07:00" } }];
    const links = [anaOnSlack, anaByMail, anaOnTelegram];
    expect(plan({ to }, { links, attention }).steps).toEqual([
      ["ana", "D-ana", 0, undefined],
      ["ana", "ana@example.org", night, "fallback"],
      ["ana", "7", night + FALLBACK_MS, "fallback"],
    ]);
    const expiresAtMs = NOW_MS + 10 * MINUTE_MS;
    const soon = plan({ to, expiresAtMs }, { links, attention }).steps;
    expect(soon[1]).toEqual(["ana", "ana@example.org", FALLBACK_MS, "fallback"]);
  });

  test("one person's quiet hours are nobody else's", () => {
    const both = { ...ground, links: [anaOnSlack, benOnSlack] };
    expect(plan({}, both).steps).toEqual([
      ["ben", "D-ben", 0, undefined],
      ["ana", "D-ana", night, "quiet_hours"],
    ]);
  });
});

describe("escalation", () => {
  const routing = { ...DEFAULT_ROUTING, escalation: [{ afterMs: HOUR_MS, to: ["role:owner"] }] };

  test("who is asked besides is asked after that time", () => {
    const links = [anaOnSlack, benOnSlack];
    expect(plan({ to: ["ben"] }, { links, routing }).steps).toEqual([
      ["ben", "D-ben", 0, undefined],
      ["ana", "D-ana", HOUR_MS, "escalation"],
    ]);
  });

  test("who is asked already is not asked twice", () => {
    expect(plan({ to: ["ana"] }, { links: [anaOnSlack], routing }).steps).toHaveLength(1);
  });
});

const person = fc.record({
  role: fc.constantFrom<Role>("owner", "approver", "viewer"),
  links: fc.nat(3),
});
interface Given {
  readonly people: readonly { readonly role: Role; readonly links: number }[];
  readonly named: readonly number[] | undefined;
  readonly chats: number;
  readonly isUrgent: boolean;
  readonly expiresInMs: number | undefined;
  readonly isNight: boolean;
  readonly sent: number;
}
const cases: fc.Arbitrary<Given> = fc.record({
  people: fc.array(person, { maxLength: 6 }),
  named: fc.option(fc.array(fc.nat(5), { minLength: 1, maxLength: 3 }), { nil: undefined }),
  chats: fc.nat(2),
  isUrgent: fc.boolean(),
  expiresInMs: fc.option(fc.nat(24 * HOUR_MS), { nil: undefined }),
  isNight: fc.boolean(),
  sent: fc.nat(5),
});

function groundOf({ people, chats, isNight, sent }: Given): RouteFacts {
  const made = people.map(({ role }, index) => aPerson({ role, name: `p${index}` }));
  const links = made.flatMap((one, index) =>
    Array.from({ length: people[index]?.links ?? 0 }, () => aLinkOf(one)),
  );
  const teams = Array.from({ length: chats }, (_, index) => aChat({ chatId: `C${index}` }));
  const attention = made.map(({ id }) => ({ ...NIGHT, operator: id, perHour: 3 }));
  return {
    people: made,
    links: [...teams, ...links],
    attention: isNight ? attention : [],
    sentLately: new Map(made.map(({ id }) => [id, sent])),
    heldUntilMs: new Map(),
    routing: DEFAULT_ROUTING,
  };
}

function planned({ named, isUrgent, expiresInMs }: Given, ground: RouteFacts) {
  const to = named?.map((index) => `p${index}`) ?? [];
  const expires = expiresInMs === undefined ? {} : { expiresAtMs: NOW_MS + expiresInMs };
  const question: RouteQuestion = { to, isUrgent, nowMs: NOW_MS, ...expires };
  return { question, ...planRoute(question, ground) };
}

test("every operator who is asked and has an address is reached there, and in time", () => {
  fc.assert(
    fc.property(cases, (given) => {
      const ground = groundOf(given);
      const { steps, unreached, question } = planned(given, ground);
      const byMs = given.isUrgent ? 0 : (given.expiresInMs ?? Number.POSITIVE_INFINITY);
      for (const operator of askedOf(question.to, ground.people)) {
        const own = steps.filter((step) => step.operator?.id === operator.id);
        const links = ground.links.filter((link) => link.operator === operator.id);
        expect(own.map(({ address }) => address.chatId)).toEqual(links.map(({ chatId }) => chatId));
        expect(unreached.includes(operator)).toBe(links.length === 0);
        for (const { atMs } of own.slice(0, 1)) expect(atMs).toBeLessThanOrEqual(NOW_MS + byMs);
      }
    }),
  );
});

test("no place is named twice, nothing comes before now, and all of it in the order of time", () => {
  fc.assert(
    fc.property(cases, (given) => {
      const { steps } = planned(given, groundOf(given));
      const places = steps.map(({ address, operator }) => `${address.chatId} ${operator?.id}`);
      expect(new Set(places).size).toBe(places.length);
      const times = steps.map(({ atMs }) => atMs);
      expect([NOW_MS, ...times]).toEqual([NOW_MS, ...times].toSorted((a, b) => a - b));
    }),
  );
});

test("all devices ring with the first address, and hold up no other", () => {
  const phone = aLinkOf(ana, { channel: "push", chatId: "phone", rank: 0 });
  const tablet = aLinkOf(ana, { channel: "push", chatId: "tablet", rank: 0 });
  const links = [phone, tablet, anaOnSlack, anaByMail];
  expect(plan({}, { people: [ana], links }).steps).toEqual([
    ["ana", "phone", 0, undefined],
    ["ana", "tablet", 0, undefined],
    ["ana", "D-ana", 0, undefined],
    ["ana", "ana@example.org", FALLBACK_MS, "fallback"],
  ]);
  const late = plan({}, { people: [ana], links: [phone], attention: [NIGHT] });
  expect(late.steps).toEqual([["ana", "phone", MORNING_MS - NOW_MS, "quiet_hours"]]);
});
