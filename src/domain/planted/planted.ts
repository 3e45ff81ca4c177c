import type { PrincipalId, RequestId, WorkspaceId } from "../id.ts";
import type { AuthorizationRequest, OpenAuthorization } from "../requests/request.ts";
import { DAY_MS } from "../time.ts";
import type { Timestamp } from "../timestamp.ts";
import type { Twist } from "./twist.ts";

/*
 * A planted test request looks like an action that an agent seeks, and is none: it stands apart from
 * all requests, so nothing that works on requests can reach it. One person is shown it on the page, who
 * decides it or does not see it in time. Whatever they do ends it, and then it is told that it was a test.
 * It never runs, is told to no agent, teaches nothing and counts nowhere but in its person's own share.
 */

/** The key `test_requests` of a policy. */
export interface TestRules {
  /** For each person, at most. */
  readonly aWeek: number;
  /** Names of those who have agreed, or were told. */
  readonly people: readonly string[];
}

/**
 * `caught`: rejected, asked back about or answered instead. `missed`: approved. `ended`: neither, since
 * the person did something else with it, nobody looked in time, or it was turned off.
 */
export const TEST_OUTCOMES = ["caught", "missed", "ended"] as const;
export type TestOutcome = (typeof TEST_OUTCOMES)[number];

interface PlantedBase {
  readonly id: RequestId;
  readonly workspace: WorkspaceId;
  readonly operator: PrincipalId;
  /** Which moment of which week it was planted for: for one person there is one. */
  readonly moment: string;
  readonly createdAt: Timestamp;
  readonly expiresAt: Timestamp;
  /** What a careful person sees. */
  readonly twist: Twist;
}

export interface OpenTest extends PlantedBase {
  /** The newest of those that it imitates. */
  readonly source: RequestId;
  /** What is shown. */
  readonly request: OpenAuthorization;
}

/** Of what it showed its agent and tool are kept, and what was wrong. */
export interface EndedTest extends PlantedBase {
  readonly request: CancelledAuthorization;
  readonly endedAt: Timestamp;
  readonly outcome: TestOutcome;
}

type CancelledAuthorization = Extract<AuthorizationRequest, { readonly status: "cancelled" }>;

export type PlantedTest = OpenTest | EndedTest;

export function isOpenTest(test: PlantedTest): test is OpenTest {
  return !("endedAt" in test);
}

const WEEK_MS = 7 * DAY_MS;
/** A moment that nobody used for so long is past. */
const PATIENCE_MS = DAY_MS;
/** The first Monday of the count of time. */
const MONDAY_MS = 4 * DAY_MS;

/** Numbers in [0, 1) that are the same for the same purpose. */
export type Draws = (purpose: string) => readonly number[];

/** The moment that is due now, by its name; moments are anywhere in a week. */
export function dueMoment(
  nowMs: number,
  { aWeek, draws }: { readonly aWeek: number; readonly draws: Draws },
): string | undefined {
  // What was due on a Sunday may still be on the Monday behind it.
  const week = Math.floor((nowMs - MONDAY_MS) / WEEK_MS);
  return [week, week - 1]
    .flatMap((one) => {
      const beginMs = MONDAY_MS + one * WEEK_MS;
      const moments = draws(`week ${one}`).slice(0, aWeek);
      return moments.map((part, index) => ({
        name: `${one}.${index}`,
        atMs: beginMs + part * WEEK_MS,
      }));
    })
    .find(({ atMs }) => atMs <= nowMs && nowMs - atMs < PATIENCE_MS)?.name;
}

/** How often they were caught, of those that were decided. */
export function shareOf(tests: readonly PlantedTest[]): TestShare {
  const outcomes = tests.flatMap((test) => (isOpenTest(test) ? [] : [test.outcome]));
  const caught = outcomes.filter((outcome) => outcome === "caught").length;
  const missed = outcomes.filter((outcome) => outcome === "missed").length;
  return { caught, of: caught + missed };
}

export interface TestShare {
  readonly caught: number;
  readonly of: number;
}
