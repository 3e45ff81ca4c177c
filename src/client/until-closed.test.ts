import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { EarshotError } from "../domain/errors.ts";
import type { OpenRequest, Waited } from "../domain/requests/request.ts";
import type { CallOptions } from "../ports/earshot/call.ts";
import type { WaitedMany, WaitInput, WaitManyInput } from "../ports/earshot/requests.ts";
import { untilAll, untilClosed } from "./until-closed.ts";

const ID = "req_01k00000000000000000000000";
const OTHER = "req_01k00000000000000000000001";
const request: OpenRequest = {
  id: ID,
  workspace: "default",
  kind: "question",
  agent: "prn_01k00000000000000000000000",
  agentName: "builder",
  conversation: "cnv_01k00000000000000000000000",
  to: [],
  question: { text: "Which?", form: { kind: "text" } },
  salt: "c2FsdHNhbHRzYWx0",
  createdAt: "2026-11-21T09:30:00.000Z",
  version: 1,
  status: "open",
};
const pending: Waited = { outcome: "pending", request };
const expired: Waited = {
  outcome: "expired",
  request: { ...request, status: "expired", closedAt: request.createdAt },
};
const away = new EarshotError("UNREACHABLE", "Nobody there.");

/** What a wait does: it comes back with this, or fails so, after this long. */
type Step = { readonly after: number; readonly gives: Waited | Error };

/** Waits as a server would, in the time of the test; the last step goes on for ever. */
function waiting(...steps: Step[]) {
  const holds: number[] = [];
  const wait = async ({ holdMs = 0 }: WaitInput, options: CallOptions = {}) => {
    const step = steps[Math.min(holds.length, steps.length - 1)] as Step;
    holds.push(holdMs);
    options.signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      setTimeout(resolve, Math.min(step.after, holdMs));
      options.signal?.addEventListener("abort", () => reject(options.signal?.reason));
    });
    if (step.gives instanceof Error) throw step.gives;
    return step.gives;
  };
  return { wait, holds };
}

/** How it ended, and how much time had passed by then. */
async function outcome(run: Promise<unknown>): Promise<{ value: unknown; ms: number }> {
  const start = Date.now();
  const ended = run
    .catch((error: unknown) => error)
    .then((value) => ({ value, ms: Date.now() - start }));
  await vi.advanceTimersByTimeAsync(3_600_000);
  return await ended;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const LONG = Number.POSITIVE_INFINITY;

describe("waiting until a request closes", () => {
  test("goes on in stretches of at most 50 seconds, for as long as it takes", async () => {
    const earshot = waiting(
      { after: LONG, gives: pending },
      { after: LONG, gives: pending },
      { after: 7, gives: expired },
    );
    expect(await outcome(untilClosed(earshot, ID))).toEqual({ value: expired, ms: 100_007 });
    expect(earshot.holds).toEqual([50_000, 50_000, 50_000]);
  });

  test("ends with pending when the hold is over, and holds no longer", async () => {
    const earshot = waiting({ after: LONG, gives: pending });
    const ended = await outcome(untilClosed(earshot, ID, { holdMs: 70_000 }));
    expect(ended).toEqual({ value: pending, ms: 70_000 });
    expect(earshot.holds).toEqual([50_000, 20_000]);
  });

  test("of no time asks once how it stands", async () => {
    const earshot = waiting({ after: LONG, gives: pending });
    expect(await outcome(untilClosed(earshot, ID, { holdMs: 0 }))).toEqual({
      value: pending,
      ms: 0,
    });
    expect(earshot.holds).toEqual([0]);
  });

  test("outlasts a server that is away, and tells of each time", async () => {
    const earshot = waiting(
      { after: 0, gives: away },
      { after: 0, gives: away },
      { after: 9, gives: expired },
    );
    const said: EarshotError[] = [];
    const options = { onInterruption: (error: EarshotError) => said.push(error) };
    expect((await outcome(untilClosed(earshot, ID, options))).value).toEqual(expired);
    expect(said).toEqual([away, away]);
  });

  test("ends where the server is still away when the hold is over", async () => {
    const earshot = waiting({ after: 0, gives: away });
    const { value, ms } = await outcome(untilClosed(earshot, ID, { holdMs: 3_000 }));
    expect(value).toBe(away);
    expect(ms).toBeLessThan(20_000);
  });

  test.each([
    new EarshotError("NOT_FOUND", "There is no such request."),
    new TypeError("a fault of the program"),
  ])("ends at once with what no repeat can mend: %s", async (error) => {
    const earshot = waiting({ after: 0, gives: error }, { after: 0, gives: expired });
    expect(await outcome(untilClosed(earshot, ID))).toEqual({ value: error, ms: 0 });
    expect(earshot.holds).toHaveLength(1);
  });

  test("ends with the signal's reason, in a wait and between two", async () => {
    const reason = new Error("interrupted");
    for (const step of [
      { after: LONG, gives: pending },
      { after: 0, gives: away },
    ]) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(reason), 120);
      const run = untilClosed(waiting(step), ID, { signal: controller.signal });
      expect(await outcome(run)).toEqual({ value: reason, ms: 120 });
    }
  });
});

describe("waiting until several have closed", () => {
  test("asks for all of them, unless any will do", async () => {
    const asked: WaitManyInput[] = [];
    const settled: WaitedMany = { outcome: "settled", requests: [expired, pending] };
    const earshot = {
      waitMany: async (input: WaitManyInput) => {
        asked.push(input);
        return settled;
      },
    };
    expect((await outcome(untilAll(earshot, [ID, OTHER]))).value).toEqual(settled);
    expect((await outcome(untilAll(earshot, [ID], { until: "any", holdMs: 5 }))).value).toEqual(
      settled,
    );
    expect(asked).toEqual([
      { ids: [ID, OTHER], until: "all", holdMs: 50_000 },
      { ids: [ID], until: "any", holdMs: 5 },
    ]);
  });
});
