import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createProof, createSigner } from "./signer.ts";
import { parseKeys } from "./signing-keys.ts";
import { isOfItsTime } from "./token-life.ts";

const MADE = "2026-11-22T10:00:00.000Z";
const ENDED = "2026-11-23T10:00:00.000Z";
const seconds = (at: string) => Date.parse(at) / 1_000;
const grant = (at: string, lifeS = 300, level = "HIGH") => ({
  iss: "earshot",
  level,
  iat: seconds(at),
  exp: seconds(at) + lifeS,
});

describe("a token is of its time", () => {
  const key = { createdAt: MADE, until: ENDED };

  test.each([
    ["in the life of its key", "2026-11-22T12:00:00.000Z", true],
    ["at the end of its key", ENDED, true],
    ["a minute behind it", "2026-11-23T10:01:00.000Z", false],
    ["years behind it", "2036-11-23T10:00:00.000Z", false],
    [
      "before its key, by the life of a grant that is collected again",
      "2026-11-22T09:55:00.000Z",
      true,
    ],
    ["a day before its key", "2026-11-21T10:00:00.000Z", false],
  ])("%s", (_, at, isGood) => {
    expect(isOfItsTime("grant", grant(at), key)).toBe(isGood);
    expect(isOfItsTime("checkpoint", { at }, key)).toBe(isGood);
  });

  test("where it lives no longer than a grant of its level does", () => {
    const at = "2026-11-22T12:00:00.000Z";
    expect(isOfItsTime("grant", grant(at, 301), key)).toBe(false);
    expect(isOfItsTime("grant", grant(at, 10 * 365 * 86_400), key)).toBe(false);
    expect(isOfItsTime("grant", grant(at, 60, "CRITICAL"), key)).toBe(true);
    expect(isOfItsTime("grant", grant(at, 61, "CRITICAL"), key)).toBe(false);
  });

  test("where it says when it was signed", () => {
    for (const claims of [{}, { iat: "now", exp: 1 }, { at: "yesterday" }, { at: 12 }]) {
      expect(isOfItsTime("grant", claims, {})).toBe(false);
      expect(isOfItsTime("checkpoint", claims, {})).toBe(false);
    }
  });
});

describe("a key that was rotated", () => {
  /** A copy of the key file that somebody has kept, and the public keys after the rotation. */
  async function stolen() {
    const folder = mkdtempSync(join(tmpdir(), "earshot-life-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, "signing-keys.json");
    let now = Date.parse(MADE);
    const signer = createSigner({ path, now: () => now });
    const earlier = await signer.sign("grant", grant(MADE));
    const kept = join(folder, "kept.json");
    writeFileSync(kept, readFileSync(path), { mode: 0o600 });
    now = Date.parse(ENDED);
    await signer.rotate(async () => {});
    const thief = createSigner({ path: kept, now: () => now });
    return { path, signer, thief, earlier };
  }

  test("proves what it has signed, and nothing that a kept copy signs later", async () => {
    const { path, signer, thief, earlier } = await stolen();
    const published = createProof(parseKeys(JSON.stringify(signer.publicKeys())) ?? []);
    const anew = createSigner({ path, now: () => Date.parse(ENDED) });
    const later = "2026-11-23T10:01:00.000Z";
    for (const prove of [published, signer.verify, anew.verify]) {
      expect(await prove("grant", earlier)).toMatchObject({ iat: seconds(MADE) });
      expect(await prove("grant", await thief.sign("grant", grant(later)))).toBeUndefined();
      expect(
        await prove("checkpoint", await thief.sign("checkpoint", { at: later })),
      ).toBeUndefined();
    }
  });

  test("says until when it signed, also in a file of before that was said", async () => {
    const { path } = await stolen();
    const { keys } = JSON.parse(readFileSync(path, "utf8")) as { keys: { until?: string }[] };
    expect(keys.map(({ until }) => until)).toEqual([undefined, ENDED]);
    const former = JSON.stringify({ keys: keys.map(({ until: _, ...rest }) => rest) });
    expect(parseKeys(former)?.map(({ until }) => until)).toEqual([undefined, ENDED]);
  });
});
