import { createECDH } from "node:crypto";
import { describe, expect, test } from "vitest";
import { decrypt } from "../../../test/support/push-service.ts";
import type { PushTarget } from "../../ports/channels/push.ts";
import { createPush } from "./create-push.ts";
import { encrypt } from "./encrypt.ts";
import { serverKeyOf } from "./server-key.ts";

const bytes = (text: string) => Buffer.from(text, "base64url");

/** Appendix A of RFC 8291. */
const RFC = {
  privateKey: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
  body: "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};

function browser() {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(bytes(RFC.privateKey));
  return { pair, p256dh: RFC.p256dh, auth: RFC.auth };
}

const target: PushTarget = { endpoint: "https://push.example.com/1", ...RFC };

const push = createPush({
  hosts: ["inside.example.com"],
  contact: "https://earshot.example.com",
  now: Date.now,
  resolve: async (name) => [
    { address: name.startsWith("inside") ? "10.0.0.7" : "93.184.215.14", family: 4 },
  ],
});

test("what reads our messages reads that of the RFC", () => {
  expect(decrypt(bytes(RFC.body), browser())).toBe("When I grow up, I want to be a watermelon");
});

test("only the browser reads a message, and all of them have one length", () => {
  const [short, long] = [encrypt("a", target), encrypt("ü".repeat(200), target)];
  expect(decrypt(short, browser())).toBe("a");
  expect(decrypt(long, browser())).toBe("ü".repeat(200));
  expect(short.length).toBe(long.length);
  expect(long.length).toBeLessThan(4_096);
  expect(() => encrypt("a".repeat(513), target)).toThrow("512");
});

test("a secret makes the same key each time, and another one another key", () => {
  const secret = (byte: number) => new Uint8Array(48).fill(byte);
  const [one, again, other] = [secret(1), secret(1), secret(255)].map((given) =>
    serverKeyOf(given).point.toString("base64url"),
  );
  expect(again).toBe(one);
  expect(other).not.toBe(one);
  expect(one).toMatch(/^B[A-Za-z0-9_-]{86}$/);
});

describe("a browser is called", () => {
  const refused = { code: "INVALID_INPUT" };

  test.each([
    "http://push.example.com/1",
    "https://127.0.0.1/1",
    "https://[::1]/1",
    "https://169.254.169.254/latest",
    "https://inside-2.example.com/1",
    "https://me:secret@push.example.com/1",
    "file:///etc/passwd",
    "nowhere",
  ])("not at %s", async (endpoint) => {
    await expect(push.check({ ...target, endpoint })).rejects.toMatchObject(refused);
  });

  test.each([
    "https://push.example.com/1",
    "https://inside.example.com/1",
    "http://inside.example.com/1",
  ])("at %s", async (endpoint) => {
    await expect(push.check({ ...target, endpoint })).resolves.toMatchObject({ endpoint });
  });

  test.each([
    { p256dh: "" },
    { p256dh: Buffer.alloc(65, 4).toString("base64url") },
    { auth: "AAAA" },
  ])("not with the keys %j", async (keys) => {
    await expect(push.check({ ...target, ...keys })).rejects.toMatchObject(refused);
  });
});
