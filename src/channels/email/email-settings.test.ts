import { expect, test } from "vitest";
import type { JsonObject } from "../../domain/json.ts";
import { readEmailSettings } from "./email-settings.ts";

const PASSWORD = "hunter2hunter2";
const SETTINGS = {
  smtpUrl: `smtps://user:${PASSWORD}@smtp.example.com`,
  from: "Earshot@Example.com",
  replySecret: "r".repeat(32),
};

test("an address tells host, port, account and that TLS is used", () => {
  const { smtp, imap, from } = readEmailSettings({
    ...SETTINGS,
    smtpUrl: "smtp://a%40b:c%3Ad@smtp.example.com",
    imapUrl: "imaps://u:p@imap.example.com:9930",
  });
  expect(from).toBe("earshot@example.com");
  expect(smtp).toEqual({
    host: "smtp.example.com",
    port: 587,
    isTls: false,
    isLocal: false,
    user: "a@b",
    password: "c:d",
  });
  expect(imap).toMatchObject({ host: "imap.example.com", port: 9930, isTls: true });
  expect(imap?.folder).toBe("INBOX");
});

test.each([
  ["smtp://127.0.0.1:2525", true],
  ["smtp://localhost:2525", true],
  ["smtp://[::1]:2525", true],
  ["smtps://127.0.0.1:2525", false],
  ["smtp://127.0.0.1.example.com", false],
  ["smtp://localhost.example.com", false],
  ["smtp://10.0.0.1", false],
])("%s may go without TLS: %s", (smtpUrl, isLocal) => {
  expect(readEmailSettings({ ...SETTINGS, smtpUrl }).smtp.isLocal).toBe(isLocal);
});

const REFUSED: readonly (readonly [string, JsonObject])[] = [
  ["smtpUrl", { smtpUrl: `https://user:${PASSWORD}@smtp.example.com` }],
  ["smtpUrl", { smtpUrl: PASSWORD }],
  ["smtpUrl", { smtpUrl: `smtps://user:%${PASSWORD}@smtp.example.com` }],
  ["imapUrl", { imapUrl: `smtps://user:${PASSWORD}@imap.example.com` }],
  ["imapUrl", { imapUrl: "imaps://imap.example.com" }],
  ["from", { from: "Earshot <earshot@example.com>" }],
  ["from", { from: "earshot@example.com\r\nBcc: x@example.com" }],
  ["from", { from: "a-name-that-is-much-too-long@example.com", inboundSecret: "s".repeat(32) }],
  ["replySecret", { replySecret: PASSWORD }],
  ["inboundSecret", { inboundSecret: PASSWORD }],
  ["imapFolder", { imapUrl: "imaps://u:p@imap.example.com", imapFolder: 7 }],
  ["tls", { tls: false }],
];

test.each(REFUSED)(
  "a wrong %s is refused by its name, without what stands in it: %j",
  (name, wrong) => {
    const read = () => readEmailSettings({ ...SETTINGS, ...wrong });
    expect(read).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
    expect(read).toThrow(`"${name}"`);
    expect(read).not.toThrow(PASSWORD);
  },
);

test.each(["smtpUrl", "from", "replySecret"])("without %s it does not open", (name) => {
  const given = Object.fromEntries(Object.entries(SETTINGS).filter(([key]) => key !== name));
  expect(() => readEmailSettings(given)).toThrow(`"${name}"`);
});
