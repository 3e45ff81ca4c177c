import { expect, test } from "vitest";
import { replyText } from "./reply-text.ts";

const lines = (...text: readonly string[]) => text.join("\n");

test("a quotation and the line above it are not the person's words", () => {
  const text = lines("Yes, go on.", "", "On Mon, Ada <a@b.c> wrote:", "> Shall I?", "> Really?");
  expect(replyText(text)).toBe("Yes, go on.");
});

test.each([
  "On Mon, 23 Nov 2026 at 10:00, Earshot <e@example.com> wrote:",
  "Am 23.11.2026 um 10:00 schrieb Earshot:",
  "Le lun. 23 nov. 2026 à 10:00, Earshot <e@example.com> a écrit :",
  "El lun, 23 nov 2026 a las 10:00, Earshot (<e@example.com>) escribió:",
  "Il giorno lun 23 nov 2026 alle ore 10:00 Earshot <e@example.com> ha scritto:",
  "Em seg., 23 de nov. de 2026 às 10:00, Earshot <e@example.com> escreveu:",
  "Op ma 23 nov 2026 om 10:00 schreef Earshot <e@example.com>:",
  "W dniu 23.11.2026 o 10:00, Earshot pisze:",
  "Den mån 23 nov. 2026 kl 10:00 skrev Earshot <e@example.com>:",
  "пн, 23 нояб. 2026 г. в 10:00, Earshot <e@example.com> пишет:",
  "2026年11月23日(月) 10:00 Earshot <e@example.com> のメール：",
  "Earshot <e@example.com> 于2026年11月23日 写道：",
])("the line above a quotation is known in its language: %s", (line) => {
  expect(replyText(lines("OK", "", line, "", "Shall I?"))).toBe("OK");
});

test("the line above a quotation is known where it is broken", () => {
  const text = lines(
    "OK",
    "",
    "On Mon, 23 Nov 2026 at 10:00,",
    "Earshot <e@b.c>",
    "wrote:",
    "",
    "x",
  );
  expect(replyText(text)).toBe("OK");
});

test("words right above the line above a quotation stay", () => {
  const line = "On Mon, 23 Nov 2026 at 10:00, Earshot <e@b.c> wrote:";
  expect(replyText(lines("Yes,", "but slowly.", line, "> x"))).toBe("Yes,\nbut slowly.");
  expect(replyText(lines("On 2 of 3 yes.", line, "> x"))).toBe("On 2 of 3 yes.");
});

test("answers between quoted lines stay, all of them", () => {
  const text = lines("On 1 May, E wrote:", "> First?", "Yes.", "> Second?", "No.");
  expect(replyText(text)).toBe("Yes.\nNo.");
});

test.each([
  ["-----Original Message-----", "From: Earshot"],
  ["-----Ursprüngliche Nachricht-----", "Von: Earshot"],
  ["________________________________", "From: Earshot <e@b.c>", "Sent: Monday", "To: Ada"],
  ["From: Earshot <e@b.c>", "Sent: Monday, November 23, 2026 10:00", "To: Ada", "Subject: x"],
  ["Von: Earshot <e@b.c>", "Gesendet: Montag, 23. November 2026 10:00", "An: Ada", "Betreff: x"],
  ["De : Earshot <e@b.c>", "Envoyé : lundi 23 novembre 2026", "À : Ada", "Objet : x"],
  ["*From:* Earshot <e@b.c>", "*Sent:* Monday", "*To:* Ada"],
])("what stands below an Outlook separator is not the person's: %s", (...separator) => {
  expect(replyText(lines("No.", "", ...separator, "", "Shall I?"))).toBe("No.");
});

test.each(["-- ", "--"])("a signature behind '%s' is left out", (separator) => {
  expect(replyText(lines("Yes", separator, "Ada", "+49 30 1234"))).toBe("Yes");
});

test("the line of a telephone's program is left out", () => {
  expect(replyText(lines("Yes", "", "Sent from my iPhone"))).toBe("Yes");
  expect(replyText(lines("Ja", "", "Von meinem iPhone gesendet"))).toBe("Ja");
});

test.each([
  "He told me what you wrote:\nthat is wrong.",
  "From: the left\nto the right",
  "a > b and b > c",
  "From: 1\n\nThis is no header.",
  "--- not a signature",
  "Begin forwarded message by message.",
])("a person's own words stay, though they look like a mail program's: %j", (text) => {
  expect(replyText(text)).toBe(text);
});

test.each([
  "Begin forwarded message:",
  "Anfang der weitergeleiteten Nachricht:",
  "Début du message transféré :",
  "Inicio del mensaje reenviado:",
  "---------- Message transféré ---------",
  "---------- Forwarded message ---------",
  "-------- Weitergeleitete Nachricht --------",
  "---------- Mensaje reenviado ----------",
  "---------- 転送されたメッセージ ---------",
  "下面是被转发的邮件：",
])("of a mail that is passed on under %j nothing is the person's own", (line) => {
  const passed = [line, "", "> From: Mallory <mallory@example.net>", "Subject: May I?", "", "Yes."];
  expect(replyText(passed.join("\n"))).toBe("");
  expect(replyText(["Look at this.", "", ...passed].join("\n"))).toBe("Look at this.");
});

test("hard spaces of programs that write HTML are spaces", () => {
  expect(replyText("Option\u00a02\u00a0\n")).toBe("Option 2");
});

test("a mail with nothing of the person's own has no words", () => {
  expect(replyText("> Shall I?\n")).toBe("");
});

test("lines made to take long take no time", () => {
  const text = `${"On 1 ".repeat(200_000)}\n${"wrote ".repeat(50_000)}`;
  const before = performance.now();
  replyText(text);
  expect(performance.now() - before).toBeLessThan(15_000);
});
