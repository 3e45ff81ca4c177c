import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newSecret } from "../../src/domain/people/key-secret.ts";
import { systemClock } from "../../src/system/clock.ts";
import { createIds } from "../../src/system/ids.ts";
import { testFolder } from "../support/cli.ts";

/* The rule of the guide finds what leaked, and nothing else. */

const PREFIXES = ["ear_live_", "ear_invite_", "ear_web_", "ear_page_"] as const;
const GUIDE = readFileSync(new URL("../../docs/guides/keys.md", import.meta.url), "utf8");
const RULE = /^\[\[rules\]\]\n[^`]+/m.exec(GUIDE)?.[0] ?? "";
const PATTERN = new RegExp(/regex = \x27{3}(.+)\x27{3}/.exec(RULE)?.[1] ?? "$^", "g");

const ids = createIds(systemClock);
const random = () => ids.secret();
const found = (text: string) => [...text.matchAll(PATTERN)].map(([, secret]) => secret);

test.each(PREFIXES)("the rule finds every secret that begins with %s, whole", (prefix) => {
  for (let count = 0; count < 200; count++) {
    const secret = newSecret(prefix, random());
    expect(found(`EARSHOT_KEY=${secret}\n`)).toEqual([secret]);
    expect(found(`{"key":"${secret}"}`)).toEqual([secret]);
  }
});

test("it finds a key from before checksums too, and no placeholder", () => {
  const old = `ear_live_${random()}`;
  expect(found(`key: ${old}`)).toEqual([old]);
  for (const text of [
    "ear_live_…",
    "ear_live_abc123",
    "ear_test_key",
    `xear_live_${"a".repeat(9)}`,
  ]) {
    expect(found(text)).toEqual([]);
  }
});

const hasGitleaks = spawnSync("gitleaks", ["version"]).status === 0;

test.runIf(hasGitleaks)("gitleaks finds a key in a folder by the rule of the guide", () => {
  const folder = testFolder();
  const source = join(folder, "source");
  mkdirSync(source);
  writeFileSync(join(folder, "gitleaks.toml"), RULE);
  const scan = () =>
    spawnSync("gitleaks", [
      "detect",
      "--no-git",
      "--source",
      source,
      "--config",
      join(folder, "gitleaks.toml"),
    ]);
  writeFileSync(join(source, "notes.txt"), "EARSHOT_KEY=ear_live_…");
  expect(scan().status).toBe(0);
  writeFileSync(join(source, ".env"), `EARSHOT_KEY=${newSecret("ear_live_", random())}`);
  expect(scan().status).toBe(1);
});
