import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { casesOf, volumeOf } from "../../scripts/proofs/proofs.ts";
import { type Context, createContext } from "../../src/core/call/context.ts";
import { callerWithAllRights, found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { isEarshotError } from "../../src/domain/errors.ts";
import { checkKeyPrefix, checkMemoryKey, checkRunName } from "../../src/domain/memory/memory.ts";
import { checkPattern } from "../../src/domain/memory/memory-pattern.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import type { MemoryScope } from "../../src/ports/earshot/memory.ts";
import { MEMORY_TEXTS } from "../../src/store/memory/sqlite-reads.ts";
import { openSqliteStore } from "../../src/store/sqlite-store.ts";
import { systemClock } from "../../src/system/clock.ts";
import { createPatternSearch } from "../../src/system/pattern-search.ts";
import { createLocalPorts } from "../../src/testing/local-ports.ts";
import { ANY_CHARACTER } from "../support/any-character.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";
import { openRows } from "../support/rows.ts";

/* Whatever an agent names, it reaches its own entries and those of the people, and nothing else. */

const NAMES = volumeOf("memory-names");
const CALLS = volumeOf("memory-calls");
const CANARY = "canary of the victim";

/** Pieces that keys, runs, patterns and cursors could break out with. */
const piece = fc.oneof(
  fc.constantFrom("a", "secret", "run-1", "people", "own", "prn_", "..", ".", "/", "//", "\\", "%"),
  fc.constantFrom("'", '"', "--", ";", "*", "_", "\n", "\u0000", "\u007f", "\ud800", "é", " ", "|"),
  fc.constantFrom("or 1=1", "(?i)", ".*", "{1,99}", "\\x00", "[^a]", "\u202e", "key", "mem:"),
  fc.string({ unit: ANY_CHARACTER, maxLength: 4 }),
);
const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));

function isTaken(check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (isEarshotError(error, "INVALID_INPUT") && error.message.endsWith(".")) return false;
    throw error;
  }
}

test(`${NAMES} fuzzed keys, runs, prefixes and patterns are taken or refused as the rules say`, () => {
  const run = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;
  const word = /^[\p{L}\p{M}\p{N}_.-]+$/u;
  const isPart = (part: string) =>
    [...part].length <= 64 &&
    /^[\p{L}\p{N}]/u.test(part) &&
    part.split(" ").every((each) => word.test(each) && !each.includes("\n"));
  fc.assert(
    fc.property(text, (said) => {
      const parts = said.split("/");
      const isRun = run.test(said) && !said.endsWith("\n") && said.length <= 64;
      const isComposed = said === said.normalize("NFC");
      const isKey = parts.length <= 8 && parts.every(isPart) && isComposed;
      expect(isTaken(() => checkMemoryKey(said))).toBe(isKey);
      expect(isTaken(() => checkRunName(said))).toBe(isRun);
      if (isKey) expect(isTaken(() => checkKeyPrefix(said))).toBe(true);
      const isPattern = said !== "" && said.length <= 256 && said.isWellFormed();
      expect(isTaken(() => checkPattern(said, "literal"))).toBe(isPattern);
    }),
    { numRuns: NAMES },
  );
});

let folder: string;
let ctx: Context;
let attacker: Earshot;
let victim: Earshot;
let close: () => Promise<void>;

beforeAll(async () => {
  folder = makeFolder();
  const path = join(folder, "earshot.db");
  const store = await openSqliteStore({
    path,
    clock: systemClock,
    onFatal(error) {
      throw error;
    },
  });
  const search = createPatternSearch({ path, texts: MEMORY_TEXTS });
  const ports = createLocalPorts({ store, clock: systemClock, database: path });
  ctx = createContext({ ...ports, search });
  const { owner, agent } = await found(ctx, { owner: "owner", agent: "victim" });
  const made = await createEarshot(ctx, callerWithAllRights(owner.principal)).createKey({
    kind: "agent",
    name: "attacker",
  });
  attacker = createEarshot(ctx, callerWithAllRights(made.principal));
  victim = createEarshot(ctx, callerWithAllRights(agent.principal));
  for (const run of [{}, { run: "run-1" }]) {
    for (const key of ["secret", "a", "a/secret", "people", "own", "key"]) {
      await victim.writeMemory({ ...run, key, value: `${CANARY}\n${key}` });
    }
  }
  close = async () => {
    await search.close();
    await store.close();
  };
});
afterAll(async () => {
  await close();
  removeFolder(folder);
});

const fuzzedScope: fc.Arbitrary<MemoryScope> = fc.record(
  {
    namespace: fc.constantFrom("own" as const, "people" as const),
    agent: fc.oneof(fc.constantFrom("victim", "attacker"), text),
    run: fc.oneof(fc.constantFrom("run-1"), text),
  },
  { requiredKeys: [] },
);
const scope: fc.Arbitrary<MemoryScope> = fc.oneof(
  fc.constantFrom<MemoryScope>(
    {},
    { run: "run-1" },
    { agent: "attacker" },
    { namespace: "people" },
  ),
  fuzzedScope,
);
const key = fc.oneof(fc.constantFrom("secret", "a", "a/secret", "people", "key"), text);

/** What an agent may try; each gives what it got. */
const attempt = fc.oneof(
  fc.record({ scope, key }).map(
    ({ scope, key }) =>
      () =>
        attacker.readMemory({ ...scope, key }),
  ),
  fc
    .record({ scope, key, version: fc.constantFrom(1, 2, 0, -1, 2 ** 60) })
    .map(
      (input) => () =>
        attacker.readMemory({ ...input.scope, key: input.key, version: input.version }),
    ),
  fc.record({ scope, cursor: fc.oneof(key, text), prefix: fc.oneof(fc.constant(""), key) }).map(
    ({ scope, ...page }) =>
      () =>
        attacker.listMemory({ ...scope, ...page }),
  ),
  fc.record({ scope, key, cursor: fc.constantFrom("99", "1e9", "x", "") }).map(
    ({ scope, ...rest }) =>
      () =>
        attacker.memoryVersions({ ...scope, ...rest }),
  ),
  fc.record({ scope, key, version: fc.constantFrom(1, 2) }).map(
    ({ scope, ...rest }) =>
      () =>
        attacker.restoreMemory({ ...scope, ...rest }),
  ),
  fc.record({ scope, key }).map(
    ({ scope, key }) =>
      () =>
        attacker.deleteMemory({ ...scope, key }),
  ),
  fc.record({ scope, key }).map(
    ({ scope, key }) =>
      () =>
        attacker.writeMemory({ ...scope, key, value: "spoilt" }),
  ),
  fc
    .record({
      scope,
      pattern: fc.oneof(fc.constantFrom("canary", "secret", ".", "(?s).*"), text),
      syntax: fc.constantFrom("literal" as const, "regex" as const),
    })
    .map(
      ({ scope, ...rest }) =>
        () =>
          attacker.searchMemory({ ...scope, ...rest }),
    ),
);

const REFUSALS = ["INVALID_INPUT", "NOT_FOUND", "NOT_ALLOWED", "QUOTA_EXCEEDED"];

test(`${CALLS} fuzzed calls of one agent see and change nothing of another's`, async () => {
  const rows = openRows(join(folder, "earshot.db"));
  const { id } = (await victim.whoami()).principal;
  const ofVictim = () =>
    rows.all().filter((row) => row.startsWith("memory_") && row.includes(`"agent":"${id}"`));
  const before = ofVictim();
  let served = 0;
  await fc.assert(
    fc.asyncProperty(attempt, async (attack) => {
      try {
        const got = JSON.stringify(await attack());
        served += 1;
        expect(got).not.toContain("canary of");
        expect(got).not.toContain(id);
      } catch (error) {
        if (!isEarshotError(error)) throw error;
        expect(REFUSALS).toContain(error.code);
        expect(JSON.stringify([error.message, error.details])).not.toContain("canary of");
      }
    }),
    { numRuns: CALLS },
  );
  expect(served).toBeGreaterThan(CALLS / 10);
  expect(ofVictim()).toEqual(before);
  expect(
    rows.all().filter((row) => row.startsWith("memory_") && row.includes('"agent":"people"')),
  ).toEqual([]);
  rows.close();
});

test("the usage that is kept is what the entries come to, whatever was done", async () => {
  const place = fc.constantFrom("run-a", "run-b");
  const step = fc.record({
    run: place,
    key: fc.constantFrom("x", "y", "z"),
    act: fc.constantFrom("write", "delete", "restore"),
    size: fc.integer({ min: 0, max: 50 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      await Promise.all(
        steps.map(async ({ run, key, act, size }) => {
          const at = { run, key };
          const done =
            act === "write"
              ? attacker.writeMemory({ ...at, value: "é".repeat(size) })
              : act === "delete"
                ? attacker.deleteMemory(at)
                : attacker.restoreMemory({ ...at, version: 1 });
          await done.catch((error: unknown) => {
            if (!isEarshotError(error, "NOT_FOUND")) throw error;
          });
        }),
      );
      const { workspace, id: agent } = (await attacker.whoami()).principal;
      for (const run of ["run-a", "run-b"]) {
        const { items } = await attacker.listMemory({ run });
        const { used } = await ctx.store.memoryState({ workspace, agent, run, key: "x" });
        const bytes = items.reduce((sum, item) => sum + item.bytes, 0);
        expect(used).toEqual({ keys: items.length, bytes });
      }
    }),
    { numRuns: casesOf(60) },
  );
});
