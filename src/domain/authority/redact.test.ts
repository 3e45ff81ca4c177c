import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../json.ts";
import { hidePatterns, redact, redactJson, SECRET_MARK, secretsIn } from "./redact.ts";

const letters = (count: number) => "Ab3dEf6hIj9k".repeat(10).slice(0, count);
/** Put together here: written out, each of them would alarm whoever scans this repository. */
const pem = (kind: string, body: string) =>
  `-----BEGIN ${kind}-----\n${body}\n-----END ${kind}-----`;

const TOKENS: readonly (readonly [string, string])[] = [
  ["a key of ours", `ear_live_${letters(43)}`],
  ["a private key", pem("PRIVATE KEY", letters(64))],
  ["a private RSA key", pem("RSA PRIVATE KEY", letters(64))],
  ["an OpenSSH key", pem("OPENSSH PRIVATE KEY", letters(64))],
  ["an AWS key", `AKIA${"ABCD1234".repeat(2)}`],
  ["a GitHub token", `ghp_${letters(36)}`],
  ["a fine-grained GitHub token", `github_pat_${letters(60)}`],
  ["a GitLab token", `glpat-${letters(20)}`],
  ["a Slack bot token", `xoxb-${letters(40)}`],
  ["a Slack app token", `xapp-1-${letters(40)}`],
  ["a Slack webhook", `https://hooks.slack.com/services/T000/B000/${letters(24)}`],
  ["an OpenAI key", `sk-proj-${letters(48)}`],
  ["an Anthropic key", `sk-ant-api03-${letters(48)}`],
  ["a Google key", `AIza${letters(35)}`],
  ["a Stripe key", `sk_live_${letters(24)}`],
  ["a webhook secret", `whsec_${letters(32)}`],
  ["an npm token", `npm_${letters(36)}`],
  ["a Telegram bot token", `123456789:${letters(35)}`],
  ["a JWT", `eyJ${letters(20)}.eyJ${letters(40)}.${letters(43)}`],
];

describe("in text", () => {
  test.each(TOKENS)("%s is hidden wherever it stands", (_, token) => {
    const body = token.split("\n").find((line) => line.includes(letters(10))) ?? token;
    for (const text of [token, `before ${token} after`, `"${token}"`, `x=${token}&y`]) {
      expect(redact(text)).not.toContain(body);
      expect(redact(text)).not.toContain(letters(10));
    }
  });

  test.each([
    ["password=hunter2", "password=[secret]"],
    ["DB_PASSWORD = 'hunter two'", "DB_PASSWORD = [secret]"],
    ['{"api_key": "abc\\"def", "user": "ana"}', '{"api_key": [secret] "user": "ana"}'],
    ["client_secret: abc", "client_secret: [secret]"],
    ["aws_secret_access_key=abc/def+g", "aws_secret_access_key=[secret]"],
    ["token: abc", "token: [secret]"],
    ["Authorization: Basic YW5hOnB3", "Authorization: [secret]"],
    ["called with bearer abcdefghijklmnop", "called with bearer [secret]"],
    ["Set-Cookie: sid=abc; Path=/", "Set-Cookie: [secret]"],
    ["postgres://ana:hunter2@db/main", "postgres://ana:[secret]@db/main"],
    [`${pem("PRIVATE KEY", "abc")} and more`, "[secret] and more"],
    ["-----BEGIN EC PRIVATE KEY-----\nabc, cut off", "[secret]"],
  ])("%j becomes %j", (text, hidden) => {
    expect(redact(text)).toBe(hidden);
  });

  test.each([
    "Backup of 12 tables finished in 3s.",
    "max_tokens: 4096, tokens=12",
    "The risk-assessment-of-the-new-region is done.",
    "https://example.com/a:b/c@d",
    "Ask ana about the task at 12:30:15.",
    "-----BEGIN CERTIFICATE-----",
  ])("%j stays as it is", (text) => {
    expect(redact(text)).toBe(text);
  });

  test("known values are hidden, whatever they look like, a longer one as a whole", () => {
    expect(redact("open sesame, sesame", ["sesame", "open sesame"])).toBe(
      `${SECRET_MARK}, ${SECRET_MARK}`,
    );
  });

  test("known values of less than four characters are not looked for", () => {
    expect(redact("a cat sat", ["a", "", "cat"])).toBe("a cat sat");
  });

  test("none of them gets through in whatever company", () => {
    const around = fc.constantFrom(
      ...TOKENS.map(([, token]) => token),
      "password=",
      "token: ",
      '"',
      "'",
      "\\",
      " ",
      "\n",
      "://a:",
      "@",
      "bearer ",
      "/",
      "=",
    );
    const tokens = fc.constantFrom(...TOKENS.map(([, token]) => token));
    fc.assert(
      fc.property(fc.array(around), tokens, fc.array(around), (before, token, after) => {
        // Apart from each other: what is glued to another secret can be taken for a part of it.
        const text = [...before, token, ...after].join(" ");
        expect(redact(text)).not.toContain(token);
      }),
    );
  });
});

// With a pattern that takes the square of the length, one of these alone would take hours.
test("text made to be slow is read in time that grows with its length only", () => {
  const starts = [
    "eyJ",
    "eyJaaaaaaaa.",
    "sk-",
    "SG.",
    "xoxb-",
    "://",
    "://a:",
    "password",
    "password:",
    'password="',
    "password='\\",
    "-----BEGIN PRIVATE KEY-----",
    "-----END ",
    "ear_live_",
    "authorization",
    "cookie:",
    "bearer ",
    "12345678:",
    "tokens",
    " ",
    "\\",
    "a",
    "-",
    "AKIA",
    "ghp_",
    "secret-",
    "secret ",
    "token   ",
    "-----BEGIN ",
  ];
  for (const start of starts) {
    expect(typeof hidePatterns(start.repeat(30_000))).toBe("string");
    expect(typeof hidePatterns(`password="${start.repeat(30_000)}`)).toBe("string");
    expect(typeof hidePatterns(start + "a".repeat(100_000))).toBe("string");
  }
});

test("text of more than a million characters is hidden as a whole", () => {
  expect(redact("a".repeat(1024 * 1024))).toHaveLength(1024 * 1024);
  expect(redact("a".repeat(1024 * 1024 + 1))).toBe(SECRET_MARK);
});

describe("in JSON", () => {
  test("texts and keys are hidden at any depth, and nothing stays under the name of a secret", () => {
    const key = `ear_live_${letters(43)}`;
    const value = {
      msg: `called with ${key}`,
      err: { stack: ["at", key], [key]: 1 },
      password: "hunter2",
      pin_token: 1234,
      max_tokens: 12,
      token: null,
      ok: true,
    };
    expect(redactJson(value)).toEqual({
      msg: "called with ear_live_…",
      err: { stack: ["at", "ear_live_…"], "ear_live_…": 1 },
      password: SECRET_MARK,
      pin_token: SECRET_MARK,
      max_tokens: 12,
      token: null,
      ok: true,
    });
  });

  test("a number that is a known secret is hidden", () => {
    expect(redactJson([41111111], (text) => redact(text, ["41111111"]))).toEqual([SECRET_MARK]);
  });

  test("a key __proto__ is one like any other", () => {
    const value = JSON.parse('{"__proto__":{"password":"hunter2"}}');
    expect(JSON.stringify(redactJson(value))).toBe('{"__proto__":{"password":"[secret]"}}');
  });
});

test("arguments that look like secrets are found by name and by form", () => {
  const args: JsonObject = {
    user: "ana",
    password: "hunter2",
    empty_password: "",
    "a/b": { "api~key": "x", api_key: "y" },
    headers: ["Accept: */*", `Authorization: Bearer ${letters(20)}`],
    limits: { max_tokens: 12 },
  };
  expect(secretsIn(args)).toEqual(["/password", "/a~1b/api_key", "/headers/1"]);
});
