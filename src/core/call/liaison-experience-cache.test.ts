import { expect, test } from "vitest";
import type { PrincipalId } from "../../domain/id.ts";
import type { Clarification, Liaison } from "../../domain/liaison/liaison.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { aLiaison } from "../../testing/liaison-values.ts";
import { createExperience } from "./liaison-experience-cache.ts";

const ANA = "prn_01arz3ndektsv4rrffq69g5f01" as PrincipalId;
const BEN = "prn_01arz3ndektsv4rrffq69g5f02" as PrincipalId;

function asked(topic: string, status: Clarification["status"] = "answered"): Clarification {
  const asked_in = "msg_01arz3ndektsv4rrffq69g5fav";
  return { topic, question: `Which ${topic}?`, options: [], status, asked_in };
}

function learningFrom(liaisons: readonly Liaison[]) {
  const store = { listLiaisons: async () => liaisons };
  return createExperience({ store, clock: createFakeClock(), termsOf: async () => ["sales"] });
}

test("what one person alone was asked is learned for them, and for nobody else", async () => {
  const { cases } = learningFrom([
    aLiaison({ person: ANA, clarifications: [asked("period"), asked("name of the patient")] }),
    aLiaison({ person: BEN, clarifications: [asked("period", "left_to_us")] }),
  ]);
  const topics = async (person: PrincipalId) =>
    (await cases("default", person)).map(({ topic, isAnswered }) => `${topic} ${isAnswered}`);
  expect(await topics(ANA)).toEqual(["period true", "name of the patient true", "period false"]);
  expect(await topics(BEN)).toEqual(["period true", "period false"]);
});

test("what is open still, and what was erased, teaches nothing", async () => {
  const { cases } = learningFrom([
    aLiaison({ person: ANA, clarifications: [asked("period", "open")] }),
    aLiaison({
      person: ANA,
      clarifications: [asked("audience")],
      erasedAt: "2026-11-24T10:00:00.000Z",
    }),
  ]);
  expect(await cases("default", ANA)).toEqual([]);
});
