import fc from "fast-check";
import { expect, test } from "vitest";
import { casesOf } from "../../scripts/proofs/proofs.ts";
import { type Exchange, type Liaison, standingFeedback } from "../../src/domain/liaison/liaison.ts";
import { moveLiaison, taskStart } from "../../src/domain/liaison/liaison-machine.ts";
import type { Form } from "../../src/domain/requests/question.ts";
import { createMind } from "../../src/liaison/create-mind.ts";
import { liaisonMessages } from "../../src/liaison/wording/liaison-messages.ts";
import { MESSAGE_LANGUAGES } from "../../src/messages/message-language.ts";
import { anId } from "../../src/testing/builders.ts";
import { aLiaison } from "../../src/testing/liaison-values.ts";

/* Whatever was said and pressed, nobody is left without a way to end or judge their task. */

const NOW = "2026-11-24T09:00:00.000Z";
const turns = await createMind().turns();

/** A conversation, and what can be pressed in it. */
interface Stand {
  readonly liaison: Liaison;
  readonly labels: readonly string[];
}

function exchange({ phase, round }: Liaison, role: Exchange["role"], content: string): Exchange {
  return { id: anId("msg"), role, content, timestamp: NOW, phase, round };
}

async function replied(liaison: Liaison): Promise<Stand> {
  const given = { now: NOW, cases: [], isWorkerThere: true };
  const turn = await turns.turn({ ...given, liaison, calibrate: (score) => score });
  const reply = exchange(liaison, "assistant", turn.say);
  const next = moveLiaison(liaison, { type: "turn", steps: turn.steps, reply }, NOW);
  return { liaison: next, labels: labelsOf(turn.form) };
}

function labelsOf(form: Form | undefined): readonly string[] {
  return form?.kind === "choice" ? form.options.map(({ label }) => label) : [];
}

function say({ liaison }: Stand, words: string): Promise<Stand> {
  const said = exchange(liaison, "human", words);
  return replied(moveLiaison(liaison, { type: "say", exchange: said, dueAt: NOW }, NOW));
}

function deliver({ liaison }: Stand): Promise<Stand> {
  const result = { result: "The dashboard is at http://intranet/sales", by: "scout" };
  return replied(moveLiaison(liaison, { type: "complete", result, dueAt: NOW }, NOW));
}

function answer(stand: Stand): Promise<Stand> | Stand {
  const { liaison } = stand;
  const open = liaison.personAsks?.find((one) => one.answer === undefined);
  if (open === undefined) return stand;
  const given = { text: "From the table.", by: "scout" };
  const event = { asked: open.exchange, answer: given, dueAt: NOW };
  return replied(moveLiaison(liaison, { type: "person_answered", ...event }, NOW));
}

const BEGUN = await (async () => {
  const empty = aLiaison({
    phase_transitions: [{ to: "problem_definition", at: NOW, reason: "begun", round: 1 }],
    worker: { agent: anId("prn"), name: "scout" },
  });
  const asked = { liaison: { ...empty, exchanges: [], replied: 0 }, labels: [] };
  const begun = await say(asked, "I need a sales dashboard of last quarter. Just do it.");
  return await deliver(begun);
})();

const WORDS = [
  "hmm",
  "👍",
  "😡",
  "no",
  "Yes, please make those changes.",
  "This is mostly good, but the colors are hard to distinguish. Also, I was hoping to see quarters.",
  "It must also be filterable by region.",
  "Where did you get the 14% from?",
  "Looks good, but where is the total?",
  "I take it back, I did not accept that.",
  "Thank you!",
  "I reject it.",
  "I accept it as it is.",
  "My boss says it is terrible.",
  "Die Farben sind schwer zu unterscheiden.",
  "Was bedeutet die zweite Spalte?",
  "I'll look at it tomorrow.",
  "I need our cookbook translated into French. Just do it.",
];

type Act = { readonly say: string } | { readonly press: number } | "deliver" | "answer";

const acts: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ say: fc.constantFrom(...WORDS) }) },
  { weight: 2, arbitrary: fc.record({ press: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.constant("deliver" as const) },
  { weight: 1, arbitrary: fc.constant("answer" as const) },
);

async function done(stand: Stand, act: Act): Promise<Stand> {
  if (act === "deliver") {
    return stand.liaison.phase === "awaiting_task_completion" ? await deliver(stand) : stand;
  }
  if (act === "answer") return await answer(stand);
  if ("say" in act) return await say(stand, act.say);
  const label = stand.labels[act.press];
  return label === undefined ? stand : await say(stand, label);
}

const verdictsIn = MESSAGE_LANGUAGES.map((language) => {
  const { say: text } = liaisonMessages(language);
  return [
    text("button.accept"),
    text("button.change"),
    text("button.reject"),
    text("button.withdraw"),
  ];
});
const WITHDRAWALS = MESSAGE_LANGUAGES.map((language) =>
  liaisonMessages(language).say("button.withdraw"),
);

const verdictOf = ({ liaison }: Stand) =>
  standingFeedback(liaison).findLast(({ round }) => round === liaison.round)?.metrics
    .acceptance_status;

/** Everything that a person must be able to do from here. */
async function expectWaysOut(stand: Stand): Promise<void> {
  const { liaison, labels } = stand;
  const hasResult = liaison.results.some(({ round }) => round >= taskStart(liaison));
  if (!hasResult) return;
  if (liaison.phase === "feedback_collection") {
    expect(verdictsIn).toContainEqual(labels);
    const [accept = "", change = "", reject = "", withdraw = ""] = labels;
    const accepted = await say(stand, accept);
    expect([accepted.liaison.phase, verdictOf(accepted)]).toEqual(["completed", "accepted"]);
    const rejected = await say(stand, reject);
    expect([rejected.liaison.phase, verdictOf(rejected)]).toEqual(["completed", "rejected"]);
    const left = await say(stand, withdraw);
    expect(left.liaison).toMatchObject({ phase: "completed", feedback: liaison.feedback });
    const changing = await say(stand, change);
    const changed = await say(changing, "Please make the title bigger.");
    expect(changed.liaison.phase).not.toBe("completed");
    return;
  }
  if (liaison.phase === "awaiting_task_completion") {
    const end = labels.find((label) => WITHDRAWALS.includes(label));
    expect(end, JSON.stringify(labels)).toBeDefined();
    expect((await say(stand, end ?? "")).liaison.phase).toBe("completed");
    const corrected = await say(stand, "Please make the title bigger.");
    expect(corrected.liaison.specifications).not.toEqual(liaison.specifications);
    return;
  }
  if (liaison.phase !== "completed") return;
  const again = await say(stand, "The colours are wrong after all, please change them.");
  expect(again.liaison.phase).not.toBe("completed");
}

test("after a result and any words and buttons, it can be accepted, changed, rejected and withdrawn", {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 1, maxLength: 6 }), async (script) => {
      let stand = BEGUN;
      await expectWaysOut(stand);
      for (const act of script) {
        stand = await done(stand, act);
        await expectWaysOut(stand);
      }
    }),
    { numRuns: casesOf(60) },
  );
});
