import { describe, expect, it } from "vitest";
import { approvalGate, type Look, MOST_SHOWN_CHARS, passkeyGate } from "./approval-gate.ts";

const DIGEST = "0123456789abcdef".repeat(4);
const LOOK: Look = {
  level: "LOW",
  chars: 20,
  reachedEnd: true,
  needs: { typed: false, passphrase: false, passkey: "none" },
  digest: DIGEST,
  typed: "",
  passphrase: "",
};

function kind(changed: Partial<Look>): string {
  return approvalGate({ ...LOOK, ...changed }).kind;
}

describe("an approval", () => {
  it("of LOW and MEDIUM may be given at once", () => {
    expect(kind({})).toBe("ready");
    expect(kind({ level: "MEDIUM" })).toBe("ready");
  });

  it("of any level waits until the end of the action has been seen", () => {
    for (const level of ["LOW", "MEDIUM", "HIGH", "CRITICAL"] as const) {
      expect(kind({ level, reachedEnd: false })).toBe("wait");
      expect(kind({ level })).toBe("ready");
    }
  });

  it("is not offered for what is too long, nor to who may not", () => {
    expect(kind({ chars: MOST_SHOWN_CHARS })).toBe("ready");
    expect(kind({ chars: MOST_SHOWN_CHARS + 1 })).toBe("none");
    expect(
      approvalGate({ ...LOOK, needs: { ...LOOK.needs, refusal: "You are its owner." } }),
    ).toEqual({ kind: "none", why: "You are its owner." });
  });

  it("waits for six digits of this digest and for the passphrase", () => {
    const needs = { typed: true, passphrase: true, passkey: "possible" } as const;
    const passphrase = "a long passphrase";
    expect(kind({ needs, passphrase })).toBe("wait");
    expect(kind({ needs, passphrase, typed: "01234" })).toBe("wait");
    expect(kind({ needs, passphrase, typed: "abcdef" })).toBe("wait");
    expect(kind({ needs, typed: "012345" })).toBe("wait");
    expect(kind({ needs, passphrase, typed: " 012345 " })).toBe("ready");
  });

  it("names what one has to have first, before anything is entered", () => {
    const needs = {
      typed: true,
      passphrase: true,
      passkey: "none",
      missing: "passphrase",
    } as const;
    expect(approvalGate({ ...LOOK, needs })).toMatchObject({
      kind: "wait",
      why: expect.stringContaining("npx earshot passphrase"),
    });
    const only = { ...needs, passkey: "required", missing: "passkey" } as const;
    expect(passkeyGate({ ...LOOK, needs: only })).toMatchObject({
      kind: "wait",
      why: expect.stringContaining("npx earshot open"),
    });
  });

  it("by a passkey needs neither, and is the only way where it is required", () => {
    const needs = { typed: true, passphrase: true, passkey: "required" } as const;
    expect(kind({ needs, typed: "012345", passphrase: "x" })).toBe("wait");
    expect(passkeyGate({ ...LOOK, needs }).kind).toBe("ready");
  });
});
