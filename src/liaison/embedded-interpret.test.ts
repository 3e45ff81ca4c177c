import { expect, test } from "vitest";
import type { Exchange } from "../domain/liaison/liaison.ts";
import { interpretEmbedded } from "./embedded-interpret.ts";

function read(content: string) {
  const exchange: Exchange = {
    id: "msg_1",
    role: "human",
    content,
    timestamp: "2026-11-21T09:30:00.000Z",
    phase: "feedback_collection",
    round: 1,
  };
  return interpretEmbedded({ exchanges: [exchange], task: undefined, result: undefined });
}

test("words of a language that is not understood are asked about", async () => {
  const said = "Värit on vaikea erottaa toisistaan enkä löydä mistään oikeita lukuja.";
  const { language, metrics, isThin, follow_up, verdict } = await read(said);
  expect(language).toMatchObject({ isUnderstood: false });
  expect(metrics.interpretation_confidence).toBeLessThanOrEqual(0.3);
  expect(verdict).toBeUndefined();
  expect(isThin).toBe(true);
  expect(follow_up).toHaveLength(1);
});

test.for([
  ["Sieht gut aus, aber die Summen stimmen nicht.", "needs_improvement"],
  ["So nehme ich das, danke.", "accepted"],
  ["Ich schaue es mir morgen an.", undefined],
  ["No me gusta nada, hazlo de nuevo.", "rejected"],
  ["Está perfecto, no cambies nada.", "accepted"],
  ["Le tableau est clair, mais il manque les sources.", "needs_improvement"],
  ["D'où vient ce chiffre ?", undefined],
  ["Va bene così, grazie.", "accepted"],
  ["Manca la data e il titolo è sbagliato.", "needs_improvement"],
  ["Está aprovado, obrigado.", "accepted"],
  ["Ik heb het nog niet gelezen.", undefined],
  ["De cijfers kloppen niet.", "needs_improvement"],
  ["Bardzo ładne, ale brakuje ceny.", "needs_improvement"],
  ["これで大丈夫です。ありがとうございます。", "accepted"],
  ["日付が間違っています。直してください。", "needs_improvement"],
  ["很好，就用这个。", "accepted"],
  ["价格不对，请改成三十元。", "needs_improvement"],
] as const)("%j is read as %s", async ([said, verdict]) => {
  expect((await read(said)).verdict).toBe(verdict);
});

test("sides that are praised and blamed in one breath are told apart by what was learned", async () => {
  const { metrics } = await read("The numbers are right and the tone wrong.");
  const scores = Object.fromEntries(
    metrics.dimension_feedback.map(({ dimension, score }) => [dimension, score]),
  );
  expect(scores["accuracy"]).toBeGreaterThan(0.5);
  expect(scores["tone"]).toBeLessThan(0.5);
});

test.for([
  [
    "The bit about the baby is fine, leave that. The end is too long.",
    ["Make the end shorter", "Keep the bit about the baby"],
  ],
  [
    "J'avais dit pas de dessert ! Le velouté est parfait, gardez-le.",
    ["Pas de dessert", "Gardez-le: Le velouté"],
  ],
  ["I hate kale. Is there something else?", ["No kale: is there something else"]],
  ["Dates wrong of course. 21 to 28!!", ["Dates wrong: 21 to 28"]],
  [
    "The last line is a threat, I said no threats. Take it out.",
    ["The last line is a threat, I said no threats: take it out"],
  ],
  [
    "Things I'd love: mention that it is grain free; a line about delivery (only Tallinn); our opening hours.",
    ["Mention that it is grain free", "A line about delivery (only Tallinn)", "Our opening hours"],
  ],
  [
    "The region map is unreadable on a laptop though - make it a plain bar chart.",
    ["The region map is unreadable on a laptop: make it a plain bar chart"],
  ],
  [
    "Why is Berlin missing? Please add it, they are open Mon to Sat 9 to 20.",
    ["Why is Berlin missing: they are open Mon to Sat 9 to 20"],
  ],
  [
    "Der Kalender ist klasse. Nur acht Stunden, das schaffen wir nie. Mach es bitte auf drei runter.",
    ["Acht Stunden, das schaffen wir nie: mach es bitte auf drei runter"],
  ],
  ["図が入っていません。図を追加してください。", ["図が入っていません: 図を追加してください"]],
  ["字太多了，每页请不要超过五行。", ["字太多了: 每页请不要超过五行"]],
  ["No seriously, spread them over real topics.", ["Spread them over real topics"]],
  ["But who hands over an untested fix. Write a test for it.", ["Write a test for it"]],
  [
    "The cycle part is far too much for them; make it 8.",
    ["The cycle part is far too much for them: make it 8"],
  ],
  [
    "Los martes tiene fútbol, ya lo había dicho, y faltan las soluciones.",
    ["Los martes tiene fútbol", "Faltan las soluciones"],
  ],
] as const)("%j tells the worker %j", async ([said, wanted]) => {
  const { metrics } = await read(said);
  expect(metrics.improvement_suggestions).toEqual(wanted);
});

test.for([
  "The date is wrong. I'll look at it properly tonight.",
  "Das Datum ist falsch. Ich melde mich nächste Woche wieder.",
  "The date is wrong, change it. But please wait until I have talked to my sister.",
])("%j finds fault and asks to wait", async (said) => {
  const { isWaiting, metrics } = await read(said);
  expect(isWaiting).toBe(true);
  expect(metrics.improvement_suggestions.join()).toMatch(/dat/i);
});

test("a question beside lukewarm praise is a question only", async () => {
  const { isQuestion } = await read("looks gd, but wich hip exercises? doesnt say.");
  expect(isQuestion).toBe(true);
});

test.for([
  "8 minutes of Calvin cycle, to be precise.",
  "Das nehmen wir so nicht.",
  "Looks great but my wife wants to read it, too.",
  "Schaut gut aus, aber meine Freundin will auch noch drüberlesen.",
  "Get it below 300 words and you have my yes.",
  "What a gorgeous menu! Only: two of the courses have almonds in them.",
  "Good. Not sure about the last slide, give me till Monday.",
])("%j is not accepted", async (said) => {
  expect((await read(said)).verdict).not.toBe("accepted");
});

test.for([
  "Me encanta, no toques nada.",
  "Then yes it is.",
  "So nehmen wir das, vielen Dank.",
  "Ok that does it",
  "Oké, doe maar zo.",
  "ya gr8 thx, tks it",
  "Très bien, je prends.",
  "Vale, me lo quedo.",
  "Ok, lo prendo.",
  "Beleza, fico com isso.",
  "Dobra, biorę.",
  "じゃあこれでお願いします",
  "行，就用这个吧",
])("%j accepts by taking it", async (said) => {
  expect((await read(said)).verdict).toBe("accepted");
});

test("things of the result are named, and no exclamations or helping verbs", async () => {
  const { metrics } = await read("J'avais dit pas de dessert !");
  expect(metrics.dimension_feedback.map(({ dimension }) => dimension)).toEqual(["dessert"]);
});
