import { describe, expect, test } from "vitest";
import { twisted, type Usual } from "./twist.ts";

const usual = (given: Partial<Usual>): Usual => ({ args: {}, reason: "", others: [], ...given });

describe("what is made wrong", () => {
  test("is an amount ten times the usual", () => {
    const others = [{ amount: 90 }, { amount: 120 }];
    const found = twisted(usual({ args: { amount: 100, to: "ACME" }, others }), 0);
    expect(found).toEqual({
      args: { amount: 1_000, to: "ACME" },
      twist: { kind: "amount", at: "amount", times: 10 },
    });
  });

  test("is no amount that was usual, and none that others do not name", () => {
    expect(twisted(usual({ args: { amount: 100 }, others: [{ amount: 500 }] }), 0)).toBeUndefined();
    expect(twisted(usual({ args: { amount: 100 }, others: [{}] }), 0)).toBeUndefined();
    expect(twisted(usual({ args: { amount: 1 }, others: [{ amount: 1 }] }), 0)).toBeUndefined();
  });

  test("is a host that only looks like the usual one", () => {
    const others = [{ to: "ops@lenz.example" }, { to: "a@lenz.example" }];
    const { args, twist } = twisted(usual({ args: { to: "bill@lenz.example" }, others }), 0) ?? {};
    expect(args).toEqual({ to: "bill@1enz.example" });
    expect(twist).toEqual({ kind: "address", at: "to", was: "lenz.example", is: "1enz.example" });
    const web = usual({ args: { url: "https://www.acmo.example/x" }, others });
    expect(twisted(web, 0)?.args).toEqual({ url: "https://www.acm0.example/x" });
  });

  test("is another value than the one that the reason names", () => {
    const given = usual({
      args: { path: "/reports/may" },
      reason: "To read /reports/may.",
      others: [{ path: "/reports/june" }],
    });
    expect(twisted(given, 0)).toEqual({
      args: { path: "/reports/june" },
      twist: { kind: "reason", at: "path", said: "/reports/may", is: "/reports/june" },
    });
  });

  test("is drawn by a number, the same for the same", () => {
    const given = usual({
      args: { amount: 100, to: "a@lenz.example" },
      others: [{ amount: 100, to: "a@lenz.example" }],
    });
    expect(twisted(given, 0)?.twist.kind).toBe("amount");
    expect(twisted(given, 0.9)?.twist.kind).toBe("address");
    expect(twisted(given, 0.9)).toEqual(twisted(given, 0.9));
  });

  test("is found soon in hostile texts, or not at all", () => {
    const long = `https://${"a-".repeat(50_000)}`;
    expect(twisted(usual({ args: { url: long }, others: [{}] }), 0)).toBeUndefined();
  });
});
