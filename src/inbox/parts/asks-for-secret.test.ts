import { expect, test } from "vitest";
import type { Form, Question } from "../../domain/requests/question.ts";
import { asksForSecret } from "./asks-for-secret.ts";

const TEXT: Form = { kind: "text" };
const asked = (text: string, form: Form = TEXT): Question => ({ text, form });
const fields = (properties: Record<string, object>): Form => ({
  kind: "fields",
  schema: { type: "object", properties } as Extract<Form, { kind: "fields" }>["schema"],
});

test.each([
  ["in its words", asked("Earshot needs your passphrase to go on.")],
  ["in capitals", asked("Your PASSWORD, please")],
  ["in letters that look like these", asked("Your раssphrаse")],
  ["with something hidden in it", asked("Your pass\u00adword")],
  ["as the name of a field", asked("Go on?", fields({ api_key: { type: "string" } }))],
  ["as its title", asked("Go on?", fields({ a: { type: "string", title: "Passphrase" } }))],
  ["deep within", asked("?", fields({ a: { type: "object", properties: { token: {} } } }))],
])("a question that asks for a secret %s is known", (_, question) => {
  expect(asksForSecret(question)).toBe(true);
});

test.each([
  ["another question", asked("Which region?")],
  ["the spinning of wheels", asked("Is it spinning, and is the pinned version right?")],
  [
    "one of which nothing is typed",
    asked("Rotate the token?", { kind: "choice", options: [{ label: "Yes" }] }),
  ],
])("%s asks for none", (_, question) => {
  expect(asksForSecret(question)).toBe(false);
});
