import type { RequestId } from "../../domain/id.ts";
import type { AgentPrincipal } from "../../domain/people/principal.ts";
import type { Waited } from "../../domain/requests/request.ts";
import { toMs } from "../../domain/timestamp.ts";
import { pickWanted, type Wanted } from "./authority-props.ts";
import { createDecisions } from "./decisions.ts";
import { createRedemptions } from "./redemptions.ts";
import { createRuling } from "./ruling.ts";
import { demand } from "./violation.ts";
import type { WorkloadParts } from "./world.ts";

/** Agents that seek authorizations and use them up, people who decide, and rules that change meanwhile. */
export interface AuthorityWorkload {
  act(): Promise<void>;
  restoreKeys(): Promise<void>;
}

interface Wish {
  readonly agent: AgentPrincipal;
  readonly wanted: Wanted;
}

export interface AuthorityParts extends WorkloadParts {
  /** The actions that were sought. */
  readonly sought: RequestId[];
  readonly cancelOne: (id: RequestId) => Promise<void>;
  readonly waitFor: (ids: readonly RequestId[]) => Promise<void>;
}

export function createAuthorityWorkload(parts: AuthorityParts): AuthorityWorkload {
  const { random, cast, time, sought, cancelOne, waitFor } = parts;
  const { sleep } = parts.callers;
  const { authority } = parts.oracle;
  const decisions = createDecisions(parts);
  const redemptions = createRedemptions(parts);
  const ruling = createRuling(parts);
  const clock = time.clockOf(() => true);
  const { pick, authorize, authorizeMuch, seekAgain } = createSeeking(parts);

  async function decide(): Promise<void> {
    await decisions.decide(pick());
  }

  /** Much about one action at the same moment. */
  async function race(): Promise<void> {
    const id = pick();
    await Promise.all([
      ...Array.from({ length: random.int(1, 3) }, () => decisions.decide(id)),
      ...(random.chance(0.3) ? [decisions.reject(id)] : []),
      ...(random.chance(0.2) ? [cancelOne(id)] : []),
      ...(random.chance(0.5) ? [waitFor([id])] : []),
      ...(random.chance(0.5) ? [redemptions.run(id)] : []),
    ]);
  }

  /** Decides at the very moment at which it is too late, or next to it. */
  async function decideAtEdge(): Promise<void> {
    const id = pick();
    const { expiresAt, status } = authority.request(id) ?? {};
    if (expiresAt === undefined || status !== "open") return await decide();
    const left = toMs(expiresAt) - clock.now() + random.int(-1, 1);
    if (left > 30_000 && random.chance(0.3)) time.jump(left);
    else if (left <= 30_000) await sleep(left);
    await decisions.decide(id);
  }

  /** An action from its beginning to its end, as an agent and people have it that are quick. */
  async function runThrough(): Promise<void> {
    const id = pick();
    for (let vote = 0; vote < 3; vote++) await decisions.decide(id);
    await redemptions.run(id);
  }

  /** Allows an action in advance, and it is sought more than once at a time. */
  async function permitAndSeek(): Promise<void> {
    const id = pick();
    await ruling.permit(id);
    await seekAgain(id);
  }

  async function decideAlone(): Promise<void> {
    await ruling.revokeOthers();
    const id = pick();
    await decisions.decide(id, cast.owner);
    await redemptions.run(id);
  }

  const acts = [
    authorize,
    authorize,
    authorizeMuch,
    decide,
    decide,
    race,
    race,
    runThrough,
    runThrough,
    decideAtEdge,
    () => decisions.reject(pick()),
    () => cancelOne(pick()),
    () => redemptions.run(pick()),
    () => redemptions.run(pick()),
    redemptions.runOld,
    () => waitFor([pick()]),
    ruling.applyPolicy,
    ruling.applyPolicy,
    ruling.revokeKey,
    ruling.renewKey,
    permitAndSeek,
    permitAndSeek,
    ruling.revokePermission,
    decideAlone,
    ruling.renewKey,
  ];

  return {
    act: async () => await (sought.length === 0 ? authorize : random.pick(acts))(),
    restoreKeys: ruling.restoreKeys,
  };
}

/** What agents seek, and what has been sought. */
function createSeeking({ random, cast, callers, oracle, sought }: AuthorityParts) {
  const { authority } = oracle;
  const wishes = new Map<RequestId, Wish>();
  let count = 0;

  async function authorize(): Promise<void> {
    const wanted = pickWanted(random);
    const calls = Array.from({ length: random.int(1, 3) }, () =>
      seek(random.pick(cast.agents), wanted),
    );
    await Promise.all(calls);
  }

  /** An agent that wants several things at once. */
  async function authorizeMuch(): Promise<void> {
    const agent = random.pick(cast.agents);
    const calls = Array.from({ length: random.int(2, 4) }, () => seek(agent, pickWanted(random)));
    await Promise.all(calls);
  }

  /** Mostly one of the last, about which much is going on. */
  function pick(): RequestId {
    return random.pick(random.chance(0.6) ? sought.slice(-4) : sought);
  }

  /** The same as was sought then, more than once at a time. */
  async function seekAgain(id: RequestId): Promise<void> {
    const wish = wishes.get(id);
    if (wish === undefined) return;
    await Promise.all(
      Array.from({ length: random.int(1, 3) }, () => seek(wish.agent, wish.wanted)),
    );
  }

  async function seek(agent: AgentPrincipal, wanted: Wanted): Promise<void> {
    const label = `authorize ${++count}`;
    const key = `seek-${count}`;
    const input = { ...wanted, reason: `reason ${count}` };
    const times = random.chance(0.3) ? 2 : 1;
    for (let time = 0; time < times; time++) {
      const waited = await callers.persist(agent, label, (earshot) =>
        earshot.authorize(input, { idempotencyKey: key }),
      );
      const { id } = waited.request;
      authority.sought(key, id);
      if (!wishes.has(id)) sought.push(id);
      wishes.set(id, { agent, wanted });
      if (wanted.redeemIfAllowed === true) noteRedeemed(key, waited);
    }
  }

  /** What was allowed at once has run by the time its caller hears of it, who is told with which grant. */
  function noteRedeemed(key: string, { request: { id }, redeemed }: Waited): void {
    const now = authority.request(id);
    const isByRule = now?.status === "approved" && now.basis.kind === "rule";
    const isTold = !isByRule || redeemed !== undefined;
    demand(isTold, `${id} was redeemed, and its caller was not told`);
    if (redeemed !== undefined) authority.redeemed(key, { id: redeemed.id, of: id });
  }

  return { pick, authorize, authorizeMuch, seekAgain };
}
