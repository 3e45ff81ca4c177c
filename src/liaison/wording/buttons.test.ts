import { expect, test } from "vitest";
import { MESSAGE_LANGUAGES } from "../../messages/message-language.ts";
import { aLiaison } from "../../testing/liaison-values.ts";
import { withButtonsRead } from "./buttons.ts";
import { liaisonMessages } from "./liaison-messages.ts";

const read = (content: string) => {
  const exchange = {
    id: "msg_00000000000000000000000001",
    role: "human",
    content,
    timestamp: "2026-11-24T10:00:00.000Z",
    phase: "feedback_collection",
    round: 1,
  } as const;
  return withButtonsRead(aLiaison({ exchanges: [exchange] })).exchanges[0]?.content;
};

test.each(MESSAGE_LANGUAGES)("the buttons of %s mean what they say", (language) => {
  const { say } = liaisonMessages(language);
  expect(read(say("button.accept"))).toBe("Accept");
  expect(read(say("button.change"))).toBe("Change");
  expect(read(say("button.reject"))).toBe("Reject");
  expect(read(say("button.yes"))).toBe("Yes, that is it");
  expect(read(`${say("button.decide")}.`)).toBe("You decide");
});

test("no two buttons are called alike in any two languages", () => {
  const labels = MESSAGE_LANGUAGES.flatMap((language) =>
    (["button.accept", "button.change", "button.reject"] as const).map(
      (name) => `${liaisonMessages(language).say(name)} ${name}`,
    ),
  );
  const byLabel = Map.groupBy(new Set(labels), (label) => label.split(" button.")[0]);
  for (const same of byLabel.values()) expect(same).toHaveLength(1);
});

test("a button in a field or a line is read there, and nothing else is touched", () => {
  expect(read('{"audience":"Entscheiden Sie","length":"2 Seiten"}')).toBe(
    '{"audience":"You decide","length":"2 Seiten"}',
  );
  expect(read("audience: Decide tú\nlength: 2 páginas")).toBe(
    "audience: You decide\nlength: 2 páginas",
  );
  for (const said of ["Ich würde es ablehnen, aber gut", "{not json", "", "a: b"]) {
    expect(read(said)).toBe(said);
  }
});
