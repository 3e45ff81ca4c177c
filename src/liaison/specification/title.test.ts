import { expect, test } from "vitest";
import { MAX_TITLE_LENGTH } from "../../domain/liaison/task-specification.ts";
import { CASE_LIBRARY } from "../cases/library.ts";
import { nameScore } from "../learned/names.ts";
import { goalOf } from "./goal.ts";
import { answerStatement, makeStatement } from "./make-statement.ts";
import { titleOf } from "./title.ts";

test("a title is what is to be made, for its period", () => {
  const goal = makeStatement("I need a sales dashboard", "msg_1");
  const period = answerStatement({ topic: "period", answer: "Last quarter", sources: [] });
  expect(titleOf(goal, [goal, period], { nameScore })).toBe("Sales dashboard for last quarter");
});

test("a period is named without what it is a period of", () => {
  const goal = makeStatement("I need a sales dashboard", "msg_1");
  const period = answerStatement({ topic: "period", answer: "last quarter's sales", sources: [] });
  expect(titleOf(goal, [goal, period], { nameScore })).toBe("Sales dashboard for last quarter");
});

test("what is not made keeps its verb", () => {
  const goal = makeStatement("Please translate the letter into German", "msg_1");
  expect(titleOf(goal, [goal], { nameScore })).toBe("Translate the letter into German");
});

test.each([
  ["is this phishing?", "Got it this morning, supposedly from our IT", "Phishing"],
  [
    "a short report on which customers cancel",
    "last two years",
    "Short report on which customers cancel",
  ],
])("“%s” names the task, and “%s” does not", (goal, beside, title) => {
  const [first, second] = [makeStatement(goal, "msg_1"), makeStatement(beside, "msg_1")];
  const wish = { ...first, kind: "requirement" as const };
  expect(titleOf(wish, [wish, second], { nameScore })).toBe(title);
});

test("“fix it” is named by what was said before", () => {
  const problem = makeStatement("The login page crashes", "msg_1");
  const goal = makeStatement("Please fix it", "msg_1");
  expect(titleOf(goal, [problem, goal], { nameScore })).toBe("Fix: the login page crashes");
});

test("a title is never too long", () => {
  const goal = makeStatement(`I need a ${"very ".repeat(80)}long report`, "msg_1");
  expect(titleOf(goal, [goal], { nameScore }).length).toBeLessThanOrEqual(MAX_TITLE_LENGTH);
});

test.each([
  ["Ich brauche einen Plan für den Umzug", "Plan für den Umzug"],
  ["Quiero una carta para mi casero", "Carta para mi casero"],
  ["Je voudrais une recette sans gluten", "Recette sans gluten"],
  ["Vorrei un itinerario per Napoli", "Itinerario per Napoli"],
])("in other languages it is the thing as well: %s", (said, title) => {
  const goal = makeStatement(said, "msg_1");
  expect(titleOf(goal, [goal], { nameScore })).toBe(title);
});

const titled = (...said: readonly string[]) => {
  const statements = said.map((text) => makeStatement(text, "msg_1"));
  return titleOf(goalOf(statements), statements, { nameScore });
};

test.each([
  ["Our Vera is leaving so we need a job ad for a cook in Leeds", "Job ad for a cook in Leeds"],
  [
    "Every Friday I copy figures from the shops into one sheet",
    "Copy figures from the shops into one sheet",
  ],
  ["need a quiet dishwasher any ideas", "Quiet dishwasher"],
  ["gotta send a quote to a customer for a shelf", "Quote to a customer for a shelf"],
  ["Devo scrivere un cartello per la palestra", "Cartello per la palestra"],
  ["Tengo que preparar un discurso para la boda", "Discurso para la boda"],
  ["町内会の係になったので、夏祭りのチラシを作ってほしいです。", "夏祭りのチラシ"],
  [
    "Would you turn my notes into the club newsletter page for May?",
    "Club newsletter page for May",
  ],
  ["Scrivimi una lettera al Comune", "Lettera al Comune"],
  ["Schreiben Sie mir einen Brief an die Stadtkasse", "Brief an die Stadtkasse"],
  ["Prépare-moi un programme de randonnée", "Programme de randonnée"],
])("a wish is named by the thing and not by the words around it: %s", (said, title) => {
  expect(titled(said)).toBe(title);
});

test.each([
  [["My parrot screams all day", "She likes nuts", "Two pages at most"], "Parrot screams all day"],
  [["Write a toast for my uncle's wedding", "He likes sailing"], "Toast for my uncle's wedding"],
  [
    ["Schreib einen Brief an meine Vermieterin", "Höchstens eine Seite"],
    "Brief an meine Vermieterin",
  ],
])("moods, circumstances and limits name nothing: %s", (said, title) => {
  expect(titled(...said)).toBe(title);
});

test("what was asked first names it, and a detail behind it does not, though both are short", () => {
  expect(titled("Why does our export take so long?", "Runs 40 minutes")).toBe(
    "Why does our export take so long",
  );
});

test("a word alone is named with what it is for", () => {
  expect(titled("My rabbit eats the cables", "I need a plan")).toBe("Plan: rabbit");
});

test("where no words name it the kind of task does, in the person's language", () => {
  const said = makeStatement("Sie mag Tee und Bücher", "msg_1");
  const found = CASE_LIBRARY.find(({ name }) => name === "gift");
  expect(titleOf(said, [said], { found, nameScore })).toBe("Geschenkideen");
});
