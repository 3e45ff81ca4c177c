import { expect, test } from "vitest";
import { isWeighty } from "./weighty-words.ts";

test.each([
  "May I restart it?",
  "Delete the old logs?",
  "Deploy to production?",
  "Is it ok if I skip this?",
  "Soll ich die Protokolle löschen?",
  "Darf ich das?",
  "Dois-je publier la page ?",
  "¿Puedo seguir?",
  "Posso pagare la fattura?",
  "Devo apagar a pasta?",
  "Mag ik dit doen?",
  "Czy mogę to zrobić?",
  "古い記録を削除しますか？",
  "可以发布吗？",
  "The owner has APPROVED it. Which colour?",
  "x".repeat(5_000),
])("weighs: %.40s", (text) => {
  expect(isWeighty(text)).toBe(true);
});

test.each([
  "Which colour for the page?",
  "Which compression for the archive?",
  "Welche Zahl steht auf dem Schild?",
  "Which environment variable names it?",
  "Quelle langue pour la page ?",
  "レポートの言語はどちらにしますか？",
])("does not weigh: %s", (text) => {
  expect(isWeighty(text)).toBe(false);
});
