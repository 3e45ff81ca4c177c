import { type Action, LEVELS } from "../../src/domain/authority/action.ts";
import type { Json, JsonObject } from "../../src/domain/json.ts";
import { toMs, toTimestamp } from "../../src/domain/timestamp.ts";
import type { Random } from "../../src/testing/simulator/random.ts";
import { randomHash } from "./random-action.ts";

/** A change of one thing; what comes back is never the same action. */
type Mutation = (action: Action, random: Random) => Action;

/** Everything that can be told apart from what was approved; each is an attack of its own. */
export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  "a number becomes text": inArgs("number", (value) => String(value)),
  "a number is a little more": inArgs("number", (value) => nextUp(Number(value))),
  "a number has another sign": inArgs("number", (value) => (value === 0 ? 1 : -Number(value))),
  "a truth becomes text": inArgs("flag", String),
  "a truth becomes its opposite": inArgs("flag", (value) => value !== true),
  "a truth becomes a number": inArgs("flag", Number),
  "a text is decomposed": inArgs("word", (value) => String(value).normalize("NFD")),
  "a text gets a space behind": inArgs("word", (value) => `${value} `),
  "a text gets an invisible sign": inArgs("word", (value) => `${value}\u200b`),
  "a text is in capitals": inArgs("word", (value) => String(value).toUpperCase()),
  "a text gets a look-alike": inArgs("word", (value) => String(value).replace("a", "\u0430")),
  "a text becomes a list of it": inArgs("word", (value) => [value]),
  "a text becomes null": inArgs("word", () => null),
  "a list is turned round": inArgs("list", (value) => asList(value).toReversed()),
  "a list gets one more": inArgs("list", (value) => [...asList(value), null]),
  "a list loses one": inArgs("list", (value) => asList(value).slice(1)),
  "a list becomes an object": inArgs("list", (value) => ({ ...asList(value) })),
  "a key is added deep inside": inArgs("deep", (value) => ({ ...asObject(value), "": null })),
  "a key goes deep inside": inArgs("deep", (value) => ({
    inner: asObject(value)["inner"] ?? null,
  })),
  "a key is added": (action) => ({ ...action, args: { ...action.args, added: null } }),
  "a key goes": (action) => ({ ...action, args: without(action.args, "number") }),
  "a key has another case": (action) => renamed(action, "word", "Word"),
  "a key gets a space": (action) => renamed(action, "word", "word "),
  "two values change places": (action) => {
    const { flag, list } = action.args;
    return { ...action, args: { ...action.args, flag: list ?? null, list: flag ?? null } };
  },
  "no arguments are left": (action) => ({ ...action, args: {} }),
  "another workspace": (action) => ({ ...action, workspace: `${action.workspace}2` }),
  "another agent": (action) => ({ ...action, agent: otherEnd(action.agent) }),
  "another session": (action) => ({ ...action, session: action.session === null ? "" : null }),
  "a session with the name null": (action) => ({
    ...action,
    session: action.session === null ? "null" : `${action.session} `,
  }),
  "the tool in capitals": (action) => ({ ...action, tool: action.tool.toUpperCase() }),
  "the tool with a longer name": (action) => ({ ...action, tool: `${action.tool}s` }),
  "the tool with a look-alike": (action) => ({ ...action, tool: lookAlike(action.tool) }),
  "another schema of the tool": (action, random) => ({
    ...action,
    toolSchemaHash:
      random.chance(0.5) && action.toolSchemaHash !== null ? null : randomHash(random),
  }),
  "another content of a file": (action, random) => ({
    ...action,
    resources: action.resources.with(0, { uri: "file:///tmp/0", sha256: randomHash(random) }),
  }),
  "one digit of a file's digest": (action) => ({
    ...action,
    resources: action.resources.map((resource) => ({
      ...resource,
      sha256: otherEnd(resource.sha256),
    })),
  }),
  "another file": (action) => ({
    ...action,
    resources: action.resources.map((resource) => ({ ...resource, uri: `${resource.uri}/../x` })),
  }),
  "one file more": (action, random) => ({
    ...action,
    resources: [...action.resources, { uri: "file:///etc/passwd", sha256: randomHash(random) }],
  }),
  "one file less": (action) => ({ ...action, resources: action.resources.slice(1) }),
  "files in another order": (action) => ({
    ...action,
    resources: action.resources.toReversed(),
  }),
  "another level": (action, random) => ({
    ...action,
    level: random.pick(LEVELS.filter((level) => level !== action.level)),
  }),
  "another policy": (action) => ({ ...action, policyVersion: otherEnd(action.policyVersion) }),
  "a millisecond longer": (action) => ({ ...action, expiresAt: later(action, 1) }),
  "a millisecond shorter": (action) => ({ ...action, expiresAt: later(action, -1) }),
  "another nonce": (action) => ({ ...action, nonce: otherEnd(action.nonce) }),
  "another version of the envelope": (action) => ({ ...action, v: action.v === 1 ? 2 : 1 }),
  "evidence that nobody was shown": (action) => ({
    ...action,
    v: 2,
    evidence: [{ kind: "mail", name: "mail.eml", digest: `sha256:${"0".repeat(64)}` }],
  }),
  "the version as text": (action) => ({ ...action, v: "1" as unknown as 1 }),
  "a field that the envelope does not have": (action) => ({ ...action, approved: true }),
  "a field in another place": ({ tool, ...action }) =>
    ({ ...action, args: { ...action.args, tool } }) as unknown as Action,
};

function inArgs(key: string, change: (value: Json) => Json): Mutation {
  return (action) => ({
    ...action,
    args: { ...action.args, [key]: change(action.args[key] ?? null) },
  });
}

function asList(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [value];
}

function asObject(value: Json): JsonObject {
  return value as JsonObject;
}

/** The next double above; never the same, however large it is. */
function nextUp(value: number): number {
  const bits = new BigInt64Array(Float64Array.of(value).buffer);
  const [whole = 0n] = bits;
  bits[0] = value === 0 ? 1n : whole + (value > 0 ? 1n : -1n);
  return new Float64Array(bits.buffer)[0] ?? Number.NaN;
}

function without(args: JsonObject, gone: string): JsonObject {
  return Object.fromEntries(Object.entries(args).filter(([key]) => key !== gone));
}

function renamed(action: Action, from: string, to: string): Action {
  const { [from]: value = null } = action.args;
  return { ...action, args: { ...without(action.args, from), [to]: value } };
}

function otherEnd<T extends string>(text: T): T {
  return (text.slice(0, -1) + (text.endsWith("0") ? "1" : "0")) as T;
}

const lookAlike = (text: string) => text.replace("e", "\u0435").replace("a", "\u0430");

function later({ expiresAt }: Action, ms: number): string {
  return toTimestamp(toMs(expiresAt) + ms);
}
