import { createHash } from "node:crypto";
import { type Dialogue, openDialogues } from "../../bench/liaison/dialogue.ts";
import { defineTask } from "../../src/liaison/define-task.ts";
import {
  type Opening,
  type ReadinessWeights,
  signsOf,
} from "../../src/liaison/learned/readiness-scoring.ts";
import { vagueness } from "../../src/liaison/learned/vagueness.ts";
import { fitBinary } from "./logistic-regression.ts";

const PENALTY = 0.3;
const DIGITS = 4;

interface Example {
  readonly opening: Opening;
  readonly begins: boolean;
}

/** Learns from openings of dialogues whether a person would have it begin at once. */
export async function learnReadiness(dialogues: readonly Dialogue[]): Promise<ReadinessWeights> {
  const examples = (await Promise.all(dialogues.map(exampleOf))).flatMap((one) => one ?? []);
  const signs = examples.map(({ opening }) => signsOf(opening));
  const names = Object.keys(signs[0] ?? {});
  const model = fitBinary(
    {
      rows: signs.map((own) => ({
        indices: names.map((_, at) => at),
        values: names.map((name) => own[name] ?? 0),
      })),
      width: names.length,
      penalty: PENALTY,
    },
    examples.map(({ begins }) => (begins ? 1 : 0)),
  );
  const rounded = (value: number) => Number(value.toFixed(DIGITS));
  return {
    bias: rounded(model.bias),
    weights: Object.fromEntries(names.map((name, at) => [name, rounded(model.weights[at] ?? 0)])),
  };
}

/** Half of the open dialogues by the digest of their id, so that the other can judge. */
export function dialoguesOf(half: string | undefined): readonly Dialogue[] {
  return openDialogues().filter(
    ({ id }) =>
      half === undefined ||
      ((createHash("sha256").update(id).digest()[0] ?? 0) % 2 === 0) === (half === "even"),
  );
}

/** What the engine hands to the learned model; undefined where it decides without it. */
async function exampleOf({ steps: [first] }: Dialogue): Promise<Example | undefined> {
  if (first === undefined || !("says" in first)) return undefined;
  const { says, must_ask: must = [] } = first;
  const begins = first.begun ?? (must.length > 0 ? false : undefined);
  if (begins === undefined) return undefined;
  let opening: Opening | undefined;
  const timestamp = "2026-01-01T00:00:00.000Z";
  const exchange = {
    id: "msg_00000000000000000000000001",
    role: "human",
    content: says,
    timestamp,
    phase: "problem_definition",
    round: 1,
  } as const;
  await defineTask(
    { exchanges: [exchange], clarifications: [], now: timestamp, cases: [] },
    {
      vagueness,
      nameScore: ({ byRules }) => byRules,
      readiness(own) {
        opening = own;
        return 0.5;
      },
    },
  );
  return opening && { opening, begins };
}
