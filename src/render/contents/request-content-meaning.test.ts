import { expect, test } from "vitest";
import type { Form } from "../../domain/requests/question.ts";
import {
  aDemand,
  anAction,
  anAuthorization,
  anOpenAuthorization,
  anOpenRequest,
} from "../../testing/builders.ts";
import { answerOfChosen, meaningOf } from "./request-content-meaning.ts";

const OPTIONS = [{ label: "ship" }, { label: "hold" }, { label: "stop" }];
const asked = (form: Form) => anOpenRequest({ question: { text: "?", form } });
const ofLevel = (level: "MEDIUM" | "HIGH" | "CRITICAL") =>
  anOpenAuthorization({ authorization: anAuthorization({ action: anAction({ level }) }) });

test("a number is the option of that place", () => {
  const request = asked({ kind: "choice", options: OPTIONS });
  expect(meaningOf("1", request)).toEqual({ kind: "answer", answer: { choice: "hold" } });
});

test.each(["3", "-1", "01", "1.0", "", " 1", "s", "f", "a", "r", "length", "__proto__"])(
  "%o is no control of a choice of three",
  (name) => {
    expect(meaningOf(name, asked({ kind: "choice", options: OPTIONS }))).toBeUndefined();
  },
);

test("options of a select are an answer together, in the order of the question", () => {
  const request = asked({ kind: "choices", options: OPTIONS });
  expect(meaningOf("s", request)).toEqual({ kind: "select" });
  expect(meaningOf("2", request)).toEqual({ kind: "answer", answer: { choices: ["stop"] } });
  expect(answerOfChosen(["2", "0", "2"], request)).toEqual({ choices: ["ship", "stop"] });
  expect(answerOfChosen([], request)).toEqual({ choices: [] });
  expect(answerOfChosen(["0", "9"], request)).toBeUndefined();
  expect(answerOfChosen(["0"], asked({ kind: "choice", options: OPTIONS }))).toBeUndefined();
});

test("a form is a form, and nothing else of its question is a control", () => {
  const request = asked({ kind: "fields", schema: { type: "object", properties: {} } });
  expect(meaningOf("f", request)).toEqual({ kind: "form" });
  expect(meaningOf("0", request)).toBeUndefined();
  expect(meaningOf("f", asked({ kind: "text" }))).toBeUndefined();
});

test("an authorization is approved or rejected", () => {
  expect(meaningOf("a", ofLevel("MEDIUM"))).toEqual({ kind: "approve" });
  expect(meaningOf("r", ofLevel("MEDIUM"))).toEqual({ kind: "reject" });
  expect(meaningOf("0", ofLevel("MEDIUM"))).toBeUndefined();
});

test.each(["HIGH", "CRITICAL"] as const)("of level %s no button approves it", (level) => {
  expect(meaningOf("a", ofLevel(level))).toBeUndefined();
  expect(meaningOf("r", ofLevel(level))).toEqual({ kind: "reject" });
});

test("where a proof of who decides is demanded, no button approves it", () => {
  const demand = aDemand({ stepUp: true });
  const request = anOpenAuthorization({ authorization: anAuthorization({ demand }) });
  expect(meaningOf("a", request)).toBeUndefined();
});
