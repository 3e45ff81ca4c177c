import { expect, test } from "vitest";
import { MAX_EXCHANGE_LENGTH } from "../text/limits.ts";
import { reviseWords } from "./revise-words.ts";

function revise(texts: readonly string[]): readonly string[] {
  const said = texts.map((text, index) => ({
    text,
    source: `msg_${index}` as const,
    index,
    material: [],
    asking: undefined,
    askedAt: -1,
    isNewest: false,
    place: "asked" as const,
  }));
  return reviseWords(said, []).said.map(({ text }) => text.trim());
}

test("one correction after the other leaves the last word", () => {
  const [first, ...others] = revise([
    "Book a table for 4 on Friday at 7",
    "no wait, 5 people",
    "actually Saturday, not Friday",
    "sorry, 8pm, and make it vegetarian friendly. And back to 4 people.",
  ]);
  expect(first).toBe("Book a table for 4 on Saturday at 8pm");
  expect(others).toEqual(["", "", "vegetarian friendly."]);
});

test("a long wish stays readable through six corrections", () => {
  expect(
    revise([
      "Write a two page market report for our sales team, PDF, by Friday, with a glossary and charts",
      "Make it three pages instead of two.",
      "No PDF, Word please.",
      "It is for the board, not the sales team.",
      "Actually by Thursday.",
      "scrap the charts",
      "without the glossary",
    ]),
  ).toEqual([
    "Write a three page market report for the board, Word, by Thursday",
    "",
    "",
    "",
    "",
    "",
    "",
  ]);
});

test.each([
  [
    "The gate opens at 9 on 3 June",
    "the 4th instead of the 3rd",
    "The gate opens at 9 on 4th June",
  ],
  ["A poster in red and grey", "not grey, blue", "A poster in red and blue"],
  [
    "Ship it with Postgres, Redis and Kafka",
    "swap Kafka for Nats",
    "Ship it with Postgres, Redis and Nats",
  ],
  ["A flat with 3 rooms up to 900 euros", "make that 950", "A flat with 3 rooms up to 950 euros"],
  ["An essay about owls for my class", "actually about hawks", "An essay about hawks for my class"],
  ["Keep the logs for 90 days", "30 days is enough", "Keep the logs for 30 days"],
  ["Roll back to 4.1.3", "no, 4.1.2", "Roll back to 4.1.2"],
  [
    "A quiz of 30 questions for 8 guests",
    "so 12 guests now",
    "A quiz of 30 questions for 12 guests",
  ],
  ["Show revenue, units and margin", "drop the units", "Show revenue and margin"],
  [
    "Eine Feier für 20 Personen am Freitag",
    "nein, am Samstag",
    "Eine Feier für 20 Personen am Samstag",
  ],
  [
    "Einen Bericht auf zwei Seiten bitte für die Leitung",
    "drei Seiten statt zwei",
    "Einen Bericht auf drei Seiten bitte für die Leitung",
  ],
  ["Una cena para el lunes con pescado", "mejor el martes", "Una cena para el martes con pescado"],
  [
    "Un texte de dix lignes pour lundi",
    "douze lignes au lieu de dix",
    "Un texte de douze lignes pour lundi",
  ],
  ["Un testo di due pagine per lunedì", "anzi martedì", "Un testo di due pagine per martedì"],
  [
    "Um texto de duas páginas para segunda",
    "três páginas em vez de duas",
    "Um texto de três páginas para segunda",
  ],
  [
    "Een tekst van twee pagina's voor maandag",
    "toch liever dinsdag",
    "Een tekst van twee pagina's voor dinsdag",
  ],
  ["Tekst na dwie strony na piątek", "trzy strony zamiast dwóch", "Tekst na trzy strony na piątek"],
  [
    "報告書を2ページで月曜日までにお願いします",
    "月曜日じゃなくて火曜日",
    "報告書を2ページで火曜日までにお願いします",
  ],
  ["写一份2页的报告，周五之前", "不是周五，是周四", "写一份2页的报告，周四之前"],
])("“%s” after “%s” is “%s”", (said, correction, corrected) => {
  expect(revise([said, correction])).toEqual([corrected, ""]);
});

test.each([
  ["A meal plan with lentils once", "no lentils at all, dinners, 40 min"],
  ["A letter to the bank", "sorry for the long text"],
  ["A trip for 4 people", "2 more people may join on the last day"],
  ["A menu in blue", "no thanks"],
])("“%s” stays as it is after “%s”", (said, other) => {
  expect(revise([said, other])[0]).toBe(said);
});

test("an answer on record is corrected with its words", () => {
  const said = ["A report", "by Tuesday noon", "actually Wednesday"].map((text, index) => ({
    text,
    source: `msg_${index}` as const,
    index,
    material: [],
    asking: undefined,
    askedAt: -1,
    isNewest: false,
    place: "asked" as const,
  }));
  const asked = {
    topic: "deadline",
    question: "By when?",
    options: [],
    asked_in: "msg_9" as const,
    status: "answered" as const,
    answer: "Tuesday noon",
  };
  expect(reviseWords(said, [asked]).clarifications[0]?.answer).toBe("Wednesday noon");
});

test.each(["no wait, ", "not a, b ", "5 people ", "instead of ", "drop it, ", "12月6号，"])(
  "%j, again and again, is read in bounded time",
  (words) => {
    const text = words.repeat(MAX_EXCHANGE_LENGTH / words.length);
    const start = performance.now();
    revise([`A table for 4 people. ${text}`, text, text]);
    expect(performance.now() - start).toBeLessThan(2_000);
  },
);

test.each([
  [
    "A quiz for 4 teams, about 2 hours",
    "no make that 5 teams",
    "A quiz for 5 teams, about 2 hours",
  ],
  ["A choir of 38 voices, on 3 May", "it was 36 voices", "A choir of 36 voices, on 3 May"],
  ["Ein Chor mit 38 Stimmen", "es waren 36 Stimmen", "Ein Chor mit 36 Stimmen"],
  ["Un chœur de 38 voix", "c'était 36 voix", "Un chœur de 36 voix"],
  [
    "Run the course on 12 October",
    "sorry, I took the one on 26 October instead",
    "Run the course on 26 October",
  ],
  [
    "Back on Monday 15 September",
    "We must be back on Sunday the 14th. Everything else stays.",
    "Back on Sunday 14th September",
  ],
  [
    "Slides for Ann on Tuesday at 3 pm",
    "it's Wednesday actually",
    "Slides for Ann on Wednesday at 3 pm",
  ],
  ["A logo in blue", "forget about blue, green it is", "A logo in green"],
  ["Two rooms in Porto", "sorry I said Porto but it is Lisbon", "Two rooms in Lisbon"],
  ["Zwei Zimmer in Porto", "ich sagte Porto, aber es ist Faro", "Zwei Zimmer in Faro"],
  ["Deux chambres à Porto", "j'ai dit Porto, mais c'est Faro", "Deux chambres à Faro"],
  ["A report about sales in Word", "scratch the sales", "A report in Word"],
  [
    "A call for 6 people, 90 minutes",
    "back to 4, and 60 minutes is enough",
    "A call for 4 people, 60 minutes",
  ],
])("“%s” and “%s” make “%s”", (first, second, made) => {
  const [revised] = revise([first, second]);
  expect(revised).toBe(made);
});

test("the way back goes to what was said first", () => {
  const [first, second] = revise([
    "A feast for 30 people",
    "It'll be 40",
    "scrap that, back to 30",
  ]);
  expect([first, second].join()).not.toContain("40");
});

test.each([
  [["A bike up to 2000 euros", "budget is 2500 actually"], "A bike up to 2500 euros"],
  [["A walk on Saturday the 8th", "it's Sunday the 9th"], "A walk on Sunday the 9th"],
])("a value that is stated anew takes the place of the old one: %j", (said, first) => {
  expect(revise(said)[0]).toBe(first);
});

test.each([
  [
    ["Ein Vortrag am Donnerstag", "der Vortrag ist am Freitag, nicht wie oben"],
    "Ein Vortrag am Freitag",
  ],
  [
    [
      "Facts: the pilot ran from March to August",
      "no sorry, that's wrong, it ran from March to September",
    ],
    "Facts: the pilot ran from March to September",
  ],
  [["So 600 Euro für beide, nein warten Sie, 700"], "So 700 Euro für beide"],
  [["Running hurts since September", "actually Tuesday"], "Running hurts since September"],
])("a correction finds what it is meant for: %j", (said, first) => {
  expect(revise(said)[0]).toBe(first);
});

test.each([
  ["A walk on Monday", "wrong."],
  ["Ein Ausflug mit der Klasse am Montag", "Das stimmt nicht."],
  ["Een uitje met de klas op maandag", "Het klopt niet!"],
  ["周一去散步", "不太对"],
])("after “%s”, “%s” alone is no wish", (said, other) => {
  expect(revise([said, other])[1]).toBe("");
});

test.for([
  [
    "Plan our fair, pottery on tuesdays, 3rd floor",
    "ah no the pottery is wednesdays",
    "Plan our fair, pottery on wednesdays, 3rd floor",
  ],
  [
    "Leaflet for the boat hire: deposit 50, canoe 70 euros",
    "oh and the canoe is 90 euros now",
    "Leaflet for the boat hire: deposit 50, canoe 90 euros",
  ],
  ["A gift for my aunt, up to 150", "make it 100 all in", "A gift for my aunt, up to 100"],
  [
    "Translate the lease into British English",
    "One correction: US English",
    "Translate the lease into US English",
  ],
  [
    "Checklist for the flat on the 3rd floor, we move on 30 April",
    "It's 7 May now",
    "Checklist for the flat on the 3rd floor, we move on 7 May",
  ],
] as const)("%j is what %j corrects", ([first, next, wanted]) => {
  expect(revise([first, next])[0]).toBe(wanted);
});

test.for([
  ["Maak een rooster, open 9-18u", "o wacht 25 en 26 dec zijn we dicht"],
  ["Ein Dienstplan, geöffnet 9-18 Uhr", "Moment, am 25. und 26. Dez ist zu"],
  ["A rota for six, open 9 to 18", "the cat is 3 and loves it"],
] as const)("%j stays as it is: %j tells something else", ([first, next]) => {
  expect(revise([first, next])[0]).toBe(first);
});
