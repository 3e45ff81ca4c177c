import fc from "fast-check";
import { expect, test } from "vitest";
import { casesOf } from "../../../../scripts/proofs/proofs.ts";
import { type Delivery, laneOf } from "../../../domain/hub/delivery.ts";
import { toMs, toTimestamp } from "../../../domain/timestamp.ts";
import { anId } from "../../../testing/builders.ts";
import { aDelivery } from "../../../testing/delivery-values.ts";
import { createLanes } from "./address-queue.ts";

/*
 * The lanes against the plainest thing that does the same: a list of what waits, looked through from
 * the front each time.
 */
const START = Date.UTC(2026, 0, 1);
const anywhere = () => true;

type Ending = "end" | "putBack" | "again";
type Step =
  | {
      readonly do: "add";
      readonly chat: string;
      readonly agent: number;
      readonly isEdit: boolean;
      readonly isMessage: boolean;
      readonly inMs: number;
    }
  | { readonly do: "begin" }
  | { readonly do: Ending; readonly which: number; readonly afterMs: number }
  | { readonly do: "pass"; readonly ms: number };

const AGENTS = [anId("prn"), anId("prn"), anId("prn")];
const chats = fc.constantFrom("a", "b", "c");
const soon = fc.constantFrom(0, 0, 0, 5, 50);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant("add" as const),
    chat: chats,
    agent: fc.nat(AGENTS.length - 1),
    isEdit: fc.boolean(),
    isMessage: fc.boolean(),
    inMs: soon,
  }),
  fc.record({ do: fc.constant("begin" as const) }),
  fc.record({
    do: fc.constantFrom<Ending>("end", "putBack", "again"),
    which: fc.nat(3),
    afterMs: soon,
  }),
  fc.record({ do: fc.constant("pass" as const), ms: fc.nat(60) }),
);

interface Model {
  readonly waiting: Delivery[];
  readonly underWay: Delivery[];
  readonly notBefore: Map<string, number>;
  nowMs: number;
}

const dueMs = ({ dueAt }: Delivery) => (dueAt === undefined ? 0 : toMs(dueAt));

/** Of one address, what may begin now. */
function allowed({ waiting, underWay, notBefore, nowMs }: Model, lane: string): string[] {
  const isHere = (one: Delivery) => laneOf(one.address) === lane;
  if (underWay.some(isHere) || (notBefore.get(lane) ?? 0) > nowMs) return [];
  const here = waiting.filter(isHere).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const edit = here.find(({ job }) => job === "edit");
  if (edit !== undefined && dueMs(edit) <= nowMs) return [edit.id];
  const heads = AGENTS.flatMap(
    (agent) => here.find((one) => one.job === "post" && one.agent === agent) ?? [],
  ).filter((head) => dueMs(head) <= nowMs);
  const requests = heads.filter(({ item }) => item.startsWith("req_"));
  return (requests.length > 0 ? requests : heads).map(({ id }) => id);
}

function allAllowed(model: Model): string[] {
  return ["a", "b", "c"].flatMap((chat) => allowed(model, `slack ${chat}`));
}

function ended(model: Model, one: Delivery, untilMs: number): void {
  const lane = laneOf(one.address);
  model.notBefore.set(lane, Math.max(model.notBefore.get(lane) ?? 0, untilMs));
  // Of an address for which nothing waits, nothing is remembered.
  if (!model.waiting.some(({ address }) => laneOf(address) === lane)) model.notBefore.delete(lane);
}

function take<T>(from: T[], at: number): T | undefined {
  return from.length === 0 ? undefined : from.splice(at % from.length, 1)[0];
}

function play(steps: readonly Step[]) {
  const lanes = createLanes();
  const model: Model = { waiting: [], underWay: [], notBefore: new Map(), nowMs: START };

  function add({ chat, agent, isEdit, isMessage, inMs }: Extract<Step, { do: "add" }>): void {
    const address = { channel: "slack", chatId: chat } as const;
    const dueAt = toTimestamp(model.nowMs + inMs);
    const delivery = aDelivery({
      address,
      job: isEdit ? "edit" : "post",
      dueAt,
      agent: AGENTS[agent] ?? anId("prn"),
      item: isMessage ? anId("msg") : anId("req"),
    });
    model.waiting.push(delivery);
    lanes.add([delivery]);
  }

  function begin(): void {
    const may = allAllowed(model);
    const next = lanes.next(model.nowMs, anywhere);
    if (next === undefined) {
      expect(may).toEqual([]);
      return;
    }
    expect(may).toContain(next.id);
    model.waiting.splice(model.waiting.indexOf(next), 1);
    model.underWay.push(next);
  }

  /** As it stands in the store then: tried, and due later; what is behind it may begin before by no means. */
  function readAnew(one: Delivery, untilMs: number): void {
    lanes.again(one, untilMs);
    const tried = { ...one, version: one.version + 1, dueAt: toTimestamp(untilMs) };
    const isBehind = ({ job, address, agent }: Delivery) =>
      one.job === "post" &&
      job === "post" &&
      agent === one.agent &&
      laneOf(address) === laneOf(one.address);
    const behind = model.waiting.filter(isBehind);
    model.waiting.push(tried);
    lanes.add([tried, ...behind]);
  }

  function end({ do: how, which, afterMs }: Extract<Step, { do: Ending }>): void {
    const one = take(model.underWay, which);
    if (one === undefined) return;
    const untilMs = model.nowMs + afterMs;
    if (how === "putBack") {
      model.waiting.push(one);
      lanes.putBack(one, untilMs);
    } else if (how === "again") readAnew(one, untilMs);
    else lanes.done(one, untilMs);
    ended(model, one, untilMs);
  }

  for (const one of steps) {
    if (one.do === "add") add(one);
    else if (one.do === "begin") begin();
    else if (one.do === "pass") model.nowMs += one.ms;
    else end(one);
    expect(lanes.size).toBe(model.waiting.length + model.underWay.length);
  }
  return { lanes, model };
}

test("what begins is what the plain list allows, and nothing that it allows is forgotten", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => void play(steps)),
    { numRuns: casesOf(300) },
  );
});

test("with time enough, everything begins, each once", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { lanes, model } = play(steps);
      const left = new Set(model.waiting.map(({ id }) => id));
      for (const one of model.underWay) lanes.done(one, 0);
      const nowMs = model.nowMs + 1_000;
      for (
        let one = lanes.next(nowMs, anywhere);
        one !== undefined;
        one = lanes.next(nowMs, anywhere)
      ) {
        expect(left.delete(one.id)).toBe(true);
        lanes.done(one, 0);
      }
      expect(left.size).toBe(0);
    }),
    { numRuns: casesOf(200) },
  );
});
