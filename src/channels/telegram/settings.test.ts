import { expect, test } from "vitest";
import type { JsonObject } from "../../domain/json.ts";
import { readSettings } from "./settings.ts";

const token = "123456789:AAE-not-a-token-of-anybody_0123456789";
const webhookSecret = "0123456789abcdef0123456789abcdef";

function faultOf(settings: JsonObject): unknown {
  try {
    return readSettings(settings);
  } catch (error) {
    return error;
  }
}

test("a token alone is enough, and polls", () => {
  expect(readSettings({ token })).toEqual({
    token,
    botId: 123_456_789,
    hearing: { mode: "polling" },
  });
});

test("a webhook has its secret, and a URL where one is given", () => {
  const { hearing } = readSettings({
    token,
    mode: "webhook",
    webhookSecret,
    webhookUrl: "https://e.example/hooks/telegram",
  });
  expect(hearing).toEqual({
    mode: "webhook",
    secret: webhookSecret,
    url: "https://e.example/hooks/telegram",
  });
});

test("the Bot API may be another server, without a slash at its end", () => {
  expect(readSettings({ token, apiUrl: "http://127.0.0.1:8081/" }).apiUrl).toBe(
    "http://127.0.0.1:8081",
  );
});

const FAULTS: readonly (readonly [string, JsonObject])[] = [
  ["token", {}],
  ["token", { token: "s3cret" }],
  ["token", { token: 5 }],
  ["mode", { token, mode: "s3cret" }],
  ["webhookSecret", { token, mode: "webhook" }],
  ["webhookSecret", { token, mode: "webhook", webhookSecret: "s3cret" }],
  ["webhookSecret", { token, mode: "webhook", webhookSecret: webhookSecret.slice(1) }],
  ["webhookSecret", { token, mode: "webhook", webhookSecret: `${webhookSecret} s3cret` }],
  ["webhookUrl", { token, mode: "webhook", webhookSecret, webhookUrl: "http://s3cret.example" }],
  ["apiUrl", { token, apiUrl: "http://s3cret.example" }],
  ["apiUrl", { token, apiUrl: "s3cret" }],
];

test.each(FAULTS)("a fault of %s is named, and its value is not repeated", (setting, given) => {
  const fault = faultOf(given);
  expect(fault).toMatchObject({ code: "INVALID_INPUT", details: { setting } });
  expect(String(fault)).toContain(setting);
  expect(String(fault)).not.toMatch(/s3cret|AAE-/);
});
