import type { PrincipalId, WorkspaceId } from "../../domain/id.ts";
import { calibrationOf } from "../../domain/liaison/calibration.ts";
import type { Liaison, SpecificationOutcome } from "../../domain/liaison/liaison.ts";
import { present } from "../../domain/present.ts";
import type { KnownCase } from "../../ports/model/understanding.ts";
import type { Store } from "../../ports/store/store.ts";
import type { Clock } from "../../ports/system/clock.ts";
import { createReadThroughCache } from "./read-through-cache.ts";

/** The newest conversations, up to this many, are learned from. */
const LEARNED_FROM = 500;
/** A page is read in one go, and its conversations may be large. */
const PAGE = 50;
/** Longer texts are not worth their memory. */
const MAX_TERMS = 60;
/** Other nodes add conversations too, so what was learned is read again after this. */
const KEPT_MS = 60_000;

/** What the deployment's own conversations have taught. */
export interface Experience {
  /**
   * Details that were asked for before, with the words of their tasks. All of this person's own
   * conversations count. Of other conversations, a detail counts once at least two people were
   * asked for it: alone, it reveals what one person does.
   */
  cases(workspace: WorkspaceId, person: PrincipalId): Promise<readonly KnownCase[]>;
  /**
   * Maps an engine's own score to the probability that the result is accepted without correction.
   */
  calibration(workspace: WorkspaceId): Promise<(score: number) => number>;
}

interface CaseOfPerson extends KnownCase {
  readonly person: PrincipalId;
}

interface Learned {
  readonly atMs: number;
  readonly cases: readonly CaseOfPerson[];
  readonly calibrate: (score: number) => number;
}

export interface ExperienceOptions {
  readonly store: Pick<Store, "listLiaisons">;
  readonly clock: Clock;
  /** The words of a text by which cases are compared. */
  readonly termsOf: (text: string) => Promise<readonly string[]>;
}

export function createExperience({ store, clock, termsOf }: ExperienceOptions): Experience {
  const learned = createReadThroughCache<Learned>({
    expiry: { clock, atMs: ({ atMs }) => atMs + KEPT_MS },
  });
  const learnedIn = (workspace: WorkspaceId) => learned.get(workspace, () => learn(workspace));

  async function learn(workspace: WorkspaceId): Promise<Learned> {
    const atMs = clock.now();
    const cases: CaseOfPerson[] = [];
    const outcomes: SpecificationOutcome[] = [];
    // Each page is released before the next is read, and other work gets its turn: conversations
    // are large, what they teach is small.
    for await (const page of newest(store, workspace)) {
      await new Promise<void>((resolve) => clock.soon(resolve));
      outcomes.push(...outcomesOf(page));
      for (const one of page) cases.push(...(await casesOf(one, termsOf)));
    }
    return { atMs, cases, calibrate: calibrationOf(outcomes) };
  }

  return {
    cases: async (workspace, person) => toldTo(person, (await learnedIn(workspace)).cases),
    calibration: async (workspace) => (await learnedIn(workspace)).calibrate,
  };
}

function toldTo(person: PrincipalId, cases: readonly CaseOfPerson[]): readonly KnownCase[] {
  const asked = new Map<string, Set<PrincipalId>>();
  for (const one of cases) {
    asked.set(one.topic, (asked.get(one.topic) ?? new Set()).add(one.person));
  }
  return cases.filter((one) => one.person === person || (asked.get(one.topic)?.size ?? 0) > 1);
}

export function outcomesOf(liaisons: readonly Liaison[]): readonly SpecificationOutcome[] {
  return liaisons.flatMap(({ outcomes }) => outcomes);
}

async function* newest(
  store: Pick<Store, "listLiaisons">,
  workspace: WorkspaceId,
): AsyncGenerator<readonly Liaison[], void> {
  let after: Liaison["id"] | undefined;
  for (let read = 0; read < LEARNED_FROM; read += PAGE) {
    const page = await store.listLiaisons({
      workspace,
      order: "newest",
      limit: PAGE,
      ...present({ after }),
    });
    yield page;
    after = page.at(-1)?.id;
    if (page.length < PAGE) return;
  }
}

async function casesOf(
  { person, exchanges, clarifications, erasedAt }: Liaison,
  termsOf: ExperienceOptions["termsOf"],
): Promise<readonly CaseOfPerson[]> {
  const asked = clarifications.filter(({ status }) => status !== "open");
  if (erasedAt !== undefined || asked.length === 0) return [];
  const terms = (await termsOf(exchanges[0]?.content ?? "")).slice(0, MAX_TERMS);
  return asked.map(({ topic, question, options, status }) => ({
    person,
    terms,
    topic,
    question,
    options,
    isAnswered: status === "answered",
  }));
}
