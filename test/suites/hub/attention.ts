import { describe, expect, test } from "vitest";
import type { Attention } from "../../../src/domain/hub/link.ts";
import { codeOf, collect, type Part } from "../earshot/world.ts";
import type { HubUnderTest } from "./world.ts";

type Wanted = Omit<Attention, "operator">;

const WANTED: Wanted = {
  language: "de-AT",
  timeZone: "Europe/Berlin",
  quiet: { from: "22:00", to: "07:00" },
  digest: ["09:00", "17:30"],
  perHour: 6,
};

const WRONG: readonly (readonly [string, Wanted])[] = [
  ["a language that is none", { language: "German, please" }],
  ["a language in an unusual spelling", { language: "DE_at" }],
  ["a time zone that there is not", { timeZone: "Mars/Olympus" }],
  ["a time that is none", { quiet: { from: "24:00", to: "07:00" } }],
  ["quiet hours that begin when they end", { quiet: { from: "07:00", to: "07:00" } }],
  ["a digest without times", { digest: [] }],
  [
    "a digest in the quiet hours only",
    { quiet: { from: "22:00", to: "07:00" }, digest: ["06:00"] },
  ],
  ["a budget of nothing", { perHour: 0 }],
  ["a budget of a part", { perHour: 1.5 }],
  ["a budget without bounds", { perHour: 1_001 }],
];

export function hubAttentionFacts(under: HubUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const idOf = async (part: Part) => (await as(part).whoami()).principal.id;

  describe("attention", () => {
    test("is undivided at first", async () => {
      expect(await as("owner").attention()).toEqual({ operator: await idOf("owner") });
    });

    test("is each operator's own, put in the place of what it was", async () => {
      const set = await as("owner").setAttention(WANTED);
      expect(set).toEqual({ ...WANTED, operator: await idOf("owner") });
      expect(await as("owner").attention()).toEqual(set);
      expect(await as("approver").attention()).toEqual({ operator: await idOf("approver") });
      await as("owner").setAttention({ perHour: 2 });
      expect(await as("owner").attention()).toEqual({ operator: set.operator, perHour: 2 });
      const events = await collect(as("owner").events());
      expect(events.filter(({ type }) => type === "attention.changed")).toHaveLength(2);
    });

    test.each(WRONG)("takes no %s", async (_, wanted) => {
      expect(await codeOf(as("owner").setAttention(wanted))).toBe("INVALID_INPUT");
      expect(await as("owner").attention()).toEqual({ operator: await idOf("owner") });
    });

    test.each(["scout", "service", "script"] as const)("is nothing of the %s's", async (part) => {
      expect(await codeOf(as(part).attention())).toBe("NOT_ALLOWED");
      expect(await codeOf(as(part).setAttention({ perHour: 1 }))).toBe("NOT_ALLOWED");
    });

    test("with the same key is put once", async () => {
      const call = (perHour: number) =>
        as("owner").setAttention({ perHour }, { idempotencyKey: "k" });
      expect(await call(3)).toEqual(await call(3));
      expect(await codeOf(call(4))).toBe("KEY_REUSED");
    });
  });
}
