import { type Action, LEVELS } from "../../src/domain/authority/action.ts";
import { formatId } from "../../src/domain/id.ts";
import type { Json, JsonObject } from "../../src/domain/json.ts";
import { toTimestamp } from "../../src/domain/timestamp.ts";
import type { Random } from "../../src/testing/simulator/random.ts";

const WORDS = ["path", "user_id", "amount", "to", "é", "e\u0301", "10", "1", "", "Ω", "a", "A"];
const TOOLS = ["delete_user_data", "transfer", "write_file", "send_mail"];
const TEXTS = [...WORDS, "true", "null", "1.0", "Å", "A\u030a", "\u200b", "{}", "[]", "😀", " "];
const NUMBERS = [0, 1, -1, 10, 1.5, 1e21, 1e-7, 2 ** 53 - 1, -0.1, 100];

/** 64 hexadecimal digits. */
export function randomHash(random: Random): string {
  const bytes = new Uint8Array(32);
  random.fill(bytes);
  return Buffer.from(bytes).toString("hex");
}

function randomJson(random: Random, depth: number): Json {
  const kind = random.int(0, depth === 0 ? 3 : 5);
  if (kind === 0) return random.pick(TEXTS);
  if (kind === 1) return random.pick(NUMBERS);
  if (kind === 2) return random.chance(0.5);
  if (kind === 3) return random.chance(0.2) ? null : random.pick(TEXTS) + random.int(0, 99);
  if (kind === 4) return randomObject(random, depth - 1);
  return Array.from({ length: random.int(0, 3) }, () => randomJson(random, depth - 1));
}

function randomObject(random: Random, depth: number): JsonObject {
  const keys = Array.from({ length: random.int(0, 4) }, () => random.pick(WORDS));
  return Object.fromEntries(keys.map((key) => [key, randomJson(random, depth)]));
}

/** An action like any other, with everything in its arguments that a mutation can take hold of. */
export function randomAction(random: Random): Action {
  return {
    v: 1,
    workspace: random.pick(["default", "abroad"]),
    agent: formatId("prn", 1_767_225_600_000, { high: 0, low: random.int(1, 9) }),
    session: random.chance(0.5) ? null : `run ${random.int(1, 9)}`,
    tool: random.pick(TOOLS),
    toolSchemaHash: random.chance(0.5) ? null : randomHash(random),
    args: {
      ...randomObject(random, 2),
      number: random.pick(NUMBERS),
      word: `caf\u00e9 ${random.int(0, 99)}`,
      flag: random.chance(0.5),
      list: [random.int(0, 9), random.int(10, 19), "last"],
      deep: { inner: randomObject(random, 1), other: random.pick(TEXTS) },
    },
    resources: Array.from({ length: random.int(2, 3) }, (_, index) => ({
      uri: `file:///tmp/${index}`,
      sha256: randomHash(random),
    })),
    level: random.pick(LEVELS),
    policyVersion: randomHash(random),
    expiresAt: toTimestamp(1_767_225_600_000 + random.int(1_000, 1_000_000)),
    nonce: randomHash(random).slice(0, 22),
  };
}
