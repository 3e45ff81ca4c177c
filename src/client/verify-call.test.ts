import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { MAX_NOTIFY_BYTES } from "../domain/limits.ts";
import { type CallHeaders, verifyCall } from "./verify-call.ts";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
const NOW = Date.UTC(2026, 0, 1);
const BODY =
  '{"type":"earshot.request.closed","id":"dlv_1","data":{"outcome":"answered","reason":"ä"}}';

function signedBy(secrets: readonly string[], { body = BODY, atMs = NOW } = {}) {
  const all = secrets.map((secret) => new Webhook(secret).sign("dlv_1", new Date(atMs), body));
  return {
    "webhook-id": "dlv_1",
    "webhook-timestamp": String(atMs / 1_000),
    "webhook-signature": all.join(" "),
  };
}

const verified = (headers: CallHeaders, body = BODY) => verifyCall(SECRET, { headers, body }, NOW);

test("a call that the secret signed is read, with headers of fetch and of Node", async () => {
  const headers = signedBy([SECRET]);
  expect(await verified(headers)).toEqual(JSON.parse(BODY));
  expect(await verified(new Headers(headers))).toEqual(JSON.parse(BODY));
});

test("while a secret is being replaced either signature will do", async () => {
  expect(await verified(signedBy([OTHER, SECRET]))).toBeDefined();
});

describe("a call is not read", () => {
  const headers = signedBy([SECRET]);
  const long = `"${"a".repeat(MAX_NOTIFY_BYTES)}"`;
  test.each<[string, CallHeaders, string?]>([
    ["that another secret signed", signedBy([OTHER])],
    ["whose body is another", headers, BODY.replace("answered", "approved")],
    ["with another id", Object.assign({}, headers, { "webhook-id": "dlv_2" })],
    [
      "with another time",
      Object.assign({}, headers, { "webhook-timestamp": `${NOW / 1_000 + 1}` }),
    ],
    ["that was signed six minutes ago", signedBy([SECRET], { atMs: NOW - 360_000 })],
    ["that was signed for later", signedBy([SECRET], { atMs: NOW + 360_000 })],
    ["without a signature", Object.assign({}, headers, { "webhook-signature": undefined })],
    ["with an empty signature", Object.assign({}, headers, { "webhook-signature": "v1," })],
    ["with a header that comes twice", Object.assign({}, headers, { "webhook-id": ["a", "b"] })],
    ["that is longer than a call can be", signedBy([SECRET], { body: long }), long],
  ])("%s", async (_, given, body) => {
    expect(await verified(given, body)).toBeUndefined();
  });
});

test.each(["", "whsec_", "whsec_AAAA", "secret"])("%j is refused as a secret", async (secret) => {
  const call = { headers: signedBy([SECRET]), body: BODY };
  await expect(verifyCall(secret, call, NOW)).rejects.toMatchObject({ code: "INVALID_INPUT" });
});
