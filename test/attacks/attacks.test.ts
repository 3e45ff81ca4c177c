import { describe, expect, test } from "vitest";
import type { Event, EventType } from "../../src/domain/log/event.ts";
import { takeShare } from "../support/share.ts";
import { expectStopped } from "./around-policies.ts";
import { type Attack, type Bypass, isBypass, isDisguise, type Tried } from "./attack.ts";
import { expectUndisguised } from "./disguise.ts";
import { expectQuestionUndisguised } from "./disguised-questions.ts";
import { FAMILIES } from "./families.ts";
import { openScene, type Scene } from "./scene.ts";

takeShare("attacks");

/** What only the lawful can bring about: none of it may follow from an attack. */
const WON: ReadonlySet<EventType> = new Set([
  "request.approved",
  "request.approval_voted",
  "request.answered",
  "request.vote_revoked",
  "request.revoked",
  "request.erased",
  "grant.minted",
  "grant.redeemed",
  "grant_key.rotated",
  "policy.changed",
  "permission.given",
  "permission.used",
  "passphrase.set",
  "tool.pinned",
  "key.created",
  "key.revoked",
  "principal.created",
  "session.begun",
]);

async function wins(scene: Scene): Promise<number> {
  const log = await scene.log();
  const rejected = new Set(
    log.flatMap(({ type, subject }) => (type === "request.rejected" ? [subject] : [])),
  );
  // The use of a standing rejection is logged like that of a permission.
  return log.filter(({ type, subject }) => WON.has(type) && !rejected.has(subject)).length;
}

/** No grant without the decision that it rests on, and none that was used twice. */
async function expectGrantsRestOnDecisions(scene: Scene): Promise<void> {
  const log = await scene.log();
  const subjects = (wanted: EventType) =>
    log.filter(({ type }) => type === wanted).map(({ subject }) => subject);
  const approved = new Set(subjects("request.approved"));
  const redeemed = subjects("grant.redeemed");
  expect([...subjects("grant.minted"), ...redeemed].filter((id) => !approved.has(id))).toEqual([]);
  expect(new Set(redeemed).size).toBe(redeemed.length);
}

/** Codes whose reason is one of a few words. */
const WITH_REASON: ReadonlySet<string> = new Set([
  "GRANT_REFUSED",
  "NOT_ALLOWED",
  "STEP_UP_NEEDED",
]);

interface Refusal {
  readonly code?: string;
  readonly details?: { readonly reason?: string };
}

async function refusalOf(attack: () => Promise<unknown>): Promise<string> {
  try {
    await attack();
  } catch (error) {
    const { code, details } = error as Refusal;
    if (code === undefined) throw error;
    return WITH_REASON.has(code) ? `${code} ${details?.reason ?? ""}`.trimEnd() : code;
  }
  return "it has passed";
}

async function expectRefused(
  scene: Scene,
  { prepare, refusal, isElsewhere }: Attack,
): Promise<void> {
  const attack = await prepare(scene);
  const before = await wins(scene);
  const known = new Set((await scene.log()).map(placeOf));
  expect(await refusalOf(attack)).toBe(refusal);
  expect(await wins(scene)).toBe(before);
  if (isElsewhere !== true) await expectTold(scene, { known, refusal });
}

const placeOf = ({ workspace, seq }: Event) => `${workspace} ${seq}`;

const REFUSALS: ReadonlySet<EventType> = new Set([
  "grant.refused",
  "request.decision_refused",
  "passkey.refused",
  "passphrase.refused",
]);

/** The log says of each refusal what was tried, and where; of a grant also for which action and tool. */
async function expectTold(
  scene: Scene,
  { known, refusal }: { readonly known: ReadonlySet<string>; readonly refusal: string },
): Promise<void> {
  const fresh = (await scene.log()).filter((event) => !known.has(placeOf(event)));
  const refused = fresh.filter(({ type }) => REFUSALS.has(type));
  for (const { type, data } of refused) {
    const { via, name, kind, digest } = data ?? {};
    const what = type === "grant.refused" ? name : kind;
    expect({ type, via, what }).toEqual({
      type,
      via: expect.any(String),
      what: expect.any(String),
    });
    if (type === "grant.refused") expect(digest).toMatch(/^[\w-]{43,64}$/);
  }
  const [code, reason] = refusal.split(" ");
  if (code !== "GRANT_REFUSED") return;
  const grants = refused.filter(({ type }) => type === "grant.refused");
  expect(grants.map(({ data }) => data?.error)).toContain(reason);
}

async function withScene(use: (scene: Scene) => Promise<void>): Promise<void> {
  const scene = await openScene();
  try {
    await use(scene);
    await expectGrantsRestOnDecisions(scene);
  } finally {
    await scene.close();
  }
}

async function expectHeld(attack: Tried): Promise<void> {
  if (isBypass(attack)) await expectStopped(attack);
  else await withScene((scene) => expectHeldIn(scene, attack));
}

function expectHeldIn(scene: Scene, attack: Exclude<Tried, Bypass>): Promise<void> {
  if (isDisguise(attack)) return expectUndisguised(scene, attack);
  return "question" in attack
    ? expectQuestionUndisguised(scene, attack)
    : expectRefused(scene, attack);
}

const titled = (attack: Tried) => [`${attack.id}: ${attack.does}`, attack] as const;

describe.each(FAMILIES)("$name", ({ attacks }) => {
  test.each(attacks.map(titled))("%s", async (_, attack) => {
    await expectHeld(attack);
  });
});

test("there are at least 300 attacks, each with an id of its own", () => {
  const ids = FAMILIES.flatMap(({ attacks }) => attacks.map(({ id }) => id));
  expect(ids.length).toBeGreaterThanOrEqual(300);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});
