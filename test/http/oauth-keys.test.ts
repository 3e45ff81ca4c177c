import { expect, onTestFinished, test } from "vitest";
import { type Authenticate, createAuthenticate } from "../../src/core/callers/authenticate.ts";
import { found } from "../../src/core/callers/bootstrap.ts";
import { checkOAuth } from "../../src/system/oauth/settings.ts";
import { createTokenVerifier } from "../../src/system/oauth/token-verifier.ts";
import { createFakeClock, type FakeClock } from "../../src/testing/fake-clock.ts";
import {
  type AuthorizationServer,
  KEYS,
  makeKey,
  type SigningKey,
  startAuthorizationServer,
} from "../support/authorization-server.ts";
import { openContext } from "../support/context.ts";

/* Signing keys over time: when they are read, when they are read again, how long they are good. */

const PUBLIC_URL = "https://earshot.example.com";
const SECOND = 1_000;
const DAY_S = 24 * 60 * 60;
const MINUTE = 60 * SECOND;

interface World {
  readonly issuer: AuthorizationServer;
  readonly clock: FakeClock;
  readonly authenticate: Authenticate;
  /** What the operator's log hears of. */
  readonly failures: readonly unknown[];
  /** How often the key set was asked for. */
  readonly readings: () => number;
}

async function openWorld(): Promise<World> {
  const clock = createFakeClock();
  const { now } = clock;
  const issuer = await startAuthorizationServer({ audience: `${PUBLIC_URL}/mcp`, now });
  const settings = checkOAuth({ issuer: issuer.issuer }, PUBLIC_URL);
  if (settings === undefined) throw new Error("The settings say nothing.");
  const { ctx, close } = await openContext(clock);
  await found(ctx, { owner: "owner", agent: "scout" });
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => void failures.push(error);
  const verifier = createTokenVerifier({ settings, clock, onFailure });
  onTestFinished(async () => {
    await close();
    await issuer.close();
  });
  return {
    issuer,
    clock,
    authenticate: createAuthenticate(ctx, verifier),
    failures,
    readings: () => issuer.heard.filter((path) => path === KEYS).length,
  };
}

/** A token that was never seen before. */
function fresh({ issuer }: World, key?: SigningKey): Promise<string> {
  const claims = { jti: crypto.randomUUID() };
  return issuer.token(key === undefined ? { claims } : { claims, key });
}

async function isTaken({ authenticate }: World, token: string): Promise<boolean> {
  return (await authenticate(token).catch(() => undefined)) !== undefined;
}

const IN_TROUBLE = { kind: "status", status: 500 } as const;

test("the keys are read once for many tokens at once", async () => {
  const world = await openWorld();
  const tokens = await Promise.all(Array.from({ length: 20 }, () => fresh(world)));
  const callers = await Promise.all(tokens.map(world.authenticate));
  expect(new Set(callers.map((caller) => caller?.principal.id)).size).toBe(1);
  expect(world.readings()).toBe(1);
});

test("a new key is taken as soon as a token names it, once the keys have cooled down", async () => {
  const world = await openWorld();
  const next = await makeKey();
  expect(await isTaken(world, await fresh(world))).toBe(true);
  world.issuer.publish(world.issuer.key, next);
  expect(await isTaken(world, await fresh(world, next))).toBe(false);
  await world.clock.advance(31 * SECOND);
  expect(await isTaken(world, await fresh(world, next))).toBe(true);
  expect(await isTaken(world, await fresh(world))).toBe(true);
  expect(world.readings()).toBe(2);
});

test("a withdrawn key is good for ten minutes at most, a token seen by then for ten more", async () => {
  const world = await openWorld();
  const known = await fresh(world);
  expect(await isTaken(world, known)).toBe(true);
  world.issuer.publish(await makeKey());
  await world.clock.advance(9 * MINUTE);
  expect(await isTaken(world, known)).toBe(true);
  const late = await fresh(world);
  expect(await isTaken(world, late)).toBe(true);
  await world.clock.advance(2 * MINUTE);
  expect(await isTaken(world, await fresh(world))).toBe(false);
  expect(await isTaken(world, known)).toBe(false);
  expect(await isTaken(world, late)).toBe(true);
  await world.clock.advance(8 * MINUTE);
  expect(await isTaken(world, late)).toBe(false);
});

test("tokens that name keys at random make one reading in half a minute", async () => {
  const world = await openWorld();
  expect(await isTaken(world, await fresh(world))).toBe(true);
  await world.clock.advance(31 * SECOND);
  const foreign = await makeKey();
  for (let count = 0; count < 20; count++) {
    const token = await world.issuer.token({ key: foreign, header: { kid: `key ${count}` } });
    expect(await isTaken(world, token)).toBe(false);
  }
  expect(world.readings()).toBe(2);
  expect(await isTaken(world, await fresh(world))).toBe(true);
});

test("an issuer in trouble is asked again after five seconds, and no sooner", async () => {
  const world = await openWorld();
  world.issuer.misbehave(KEYS, IN_TROUBLE);
  for (let count = 0; count < 5; count++) {
    const refused = world.authenticate(await fresh(world));
    await expect(refused).rejects.toMatchObject({ code: "UNREACHABLE" });
  }
  expect(world.readings()).toBe(1);
  expect(world.failures).toMatchObject([{ code: "UNREACHABLE" }]);
  world.issuer.behave(KEYS);
  expect(await isTaken(world, await fresh(world))).toBe(false);
  await world.clock.advance(6 * SECOND);
  expect(await isTaken(world, await fresh(world))).toBe(true);
});

test("trouble at the issuer leaves the keys that are known as they are", async () => {
  const world = await openWorld();
  expect(await isTaken(world, await fresh(world))).toBe(true);
  world.issuer.misbehave(KEYS, IN_TROUBLE);
  await world.clock.advance(31 * SECOND);
  expect(await isTaken(world, await fresh(world, await makeKey()))).toBe(false);
  expect(await isTaken(world, await fresh(world))).toBe(true);
});

test("a token ends with its time, give or take five seconds", async () => {
  const world = await openWorld();
  const seconds = world.clock.now() / SECOND;
  const token = await world.issuer.token({ claims: { exp: seconds + 60 } });
  const early = await world.issuer.token({ claims: { nbf: seconds + 60 } });
  expect(await isTaken(world, token)).toBe(true);
  expect(await isTaken(world, early)).toBe(false);
  await world.clock.advance(55 * SECOND);
  expect(await isTaken(world, early)).toBe(true);
  await world.clock.advance(9 * SECOND);
  expect(await isTaken(world, token)).toBe(true);
  await world.clock.advance(1 * SECOND);
  expect(await isTaken(world, token)).toBe(false);
});

test("a token whose end lies weeks off is proved anew like the others", async () => {
  const world = await openWorld();
  const seconds = world.clock.now() / SECOND;
  const token = await world.issuer.token({ claims: { exp: seconds + 29 * DAY_S } });
  expect(await isTaken(world, token)).toBe(true);
  world.issuer.publish();
  await world.clock.advance(11 * MINUTE);
  expect(await isTaken(world, token)).toBe(false);
});

test("a token without a known scope makes no agent", async () => {
  const world = await openWorld();
  const token = await world.issuer.token({ claims: { scope: "answer" } });
  await expect(world.authenticate(token)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
});
