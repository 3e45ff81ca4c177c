import { type EarshotError, isEarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { AgentPrincipal } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type { AuthorizationRequest } from "../../domain/requests/request.ts";
import type { CollectedGrant, GrantRefusal, RedeemInput } from "../../ports/earshot/authority.ts";
import { otherArgs } from "./authority-props.ts";
import { refusalOf } from "./refusal-of.ts";
import { demand } from "./violation.ts";
import type { WorkloadParts } from "./world.ts";

/** Agents that collect what was approved and run it, some of them more than they may. */
export interface Redemptions {
  run(id: RequestId): Promise<void>;
  /** Tries a grant of earlier, whatever has become of it. */
  runOld(): Promise<void>;
}

interface Held {
  readonly id: RequestId;
  readonly agent: AgentPrincipal;
  readonly collected: CollectedGrant;
}

/** What a grant may be refused for that its own agent presents as it was collected. */
const FAIR: readonly GrantRefusal[] = [
  "used",
  "replaced",
  "expired",
  "denied_now",
  "demands_more",
  "approver_gone",
];
/** A grant ends with the permission it rests on; an approval that is used without one may outlive it. */
const FAIR_BY_REQUEST: readonly unknown[] = [...FAIR, "permission_over"];
const LATE_MS = 20_000;

export function createRedemptions({ random, cast, callers, oracle }: WorkloadParts): Redemptions {
  const { authority } = oracle;
  const { persist, sleep } = callers;
  const held: Held[] = [];
  let count = 0;

  async function collect(id: RequestId): Promise<Held | undefined> {
    const agent = cast.agents.find((one) => one.id === authority.request(id)?.agent);
    if (agent === undefined) return undefined;
    const key = `collect-${++count}`;
    try {
      const collected = await persist(agent, `collect ${count}`, (earshot) =>
        earshot.collect({ id }, { idempotencyKey: key }),
      );
      const now = authority.request(id);
      demand(now?.status === "approved", `${id} was collected, and is ${now?.status}`);
      const isSame = collected.digest === now.authorization.digest;
      demand(isSame, `the grant for ${id} carries another digest than was approved`);
      const one = { id, agent, collected };
      held.push(one);
      return one;
    } catch (error) {
      const isFair =
        isEarshotError(error, "NOT_APPROVED") || isEarshotError(error, "GRANT_REFUSED");
      if (isFair) return undefined;
      throw error;
    }
  }

  async function redeem(one: Held): Promise<void> {
    const { id, agent } = one;
    const presented = presentation(random, authority.request(id), one);
    const isOwn = random.chance(0.95);
    const by = isOwn ? agent : (cast.agents.find((other) => other !== agent) ?? agent);
    const key = `redeem-${++count}`;
    const redeemed = persist(by, `redeem ${count}`, async (earshot) => {
      const { id: grant } = await earshot.redeem(presented.input, { idempotencyKey: key });
      return grant;
    });
    const refusal = await refusalOf(redeemed, { key, authority });
    if (refusal !== undefined) return assertFair(refusal, { id, isOwn, presented });
    demand(presented.isRight && isOwn, `${id} ran with something else than was approved`);
    authority.redeemed(key, { id: await redeemed, of: id });
  }

  async function use(one: Held): Promise<void> {
    if (random.chance(0.3)) await sleep(random.int(0, LATE_MS));
    const times = random.chance(0.4) ? random.int(2, 3) : 1;
    await Promise.all(Array.from({ length: times }, () => redeem(one)));
    if (random.chance(0.3)) await redeem(one);
  }

  return {
    async run(id) {
      const one = await collect(id);
      if (one !== undefined) await use(one);
    },
    async runOld() {
      if (held.length > 0) await use(random.pick(held));
    },
  };
}

interface Presentation {
  readonly input: RedeemInput;
  readonly isRight: boolean;
}

/** As it was collected, or by its request without the grant, or with something swapped. */
function presentation(
  random: WorkloadParts["random"],
  request: AuthorizationRequest | undefined,
  { id, collected }: Held,
): Presentation {
  const { grant, tool, args } = collected;
  const { session, toolSchemaHash: hash } = request?.authorization.action ?? {};
  const live = {
    tool,
    args,
    ...present({
      session: session == null ? undefined : session,
      toolSchemaHash: hash == null ? undefined : hash,
    }),
  };
  if (random.chance(0.8)) {
    const input = random.chance(0.3) ? { request: id, ...live } : { grant, ...live };
    return { input, isRight: true };
  }
  const right = { grant, ...live };
  const wrong: readonly RedeemInput[] = [
    { ...right, args: otherArgs(args) },
    { ...right, tool: `${tool}_all` },
    { ...right, session: "other" },
    { ...right, toolSchemaHash: "c".repeat(64) },
    { ...right, grant: `${grant}x` },
  ];
  return { input: random.pick(wrong), isRight: false };
}

interface Refused {
  readonly id: RequestId;
  readonly isOwn: boolean;
  readonly presented: Presentation;
}

function assertFair(refusal: EarshotError, { id, isOwn, presented }: Refused): void {
  const { code, details, message } = refusal;
  const { input, isRight } = presented;
  const reason = details?.["reason"] as GrantRefusal;
  if (input.request !== undefined) {
    const isFair = isOwn
      ? code === "NOT_APPROVED" || FAIR_BY_REQUEST.includes(reason)
      : code === "NOT_FOUND";
    demand(isFair, `the approval of ${id} could not be used: ${message}`);
    return;
  }
  demand(code === "GRANT_REFUSED", `a redemption of ${id} met ${message}`);
  const isFair = !isRight || !isOwn || FAIR.includes(reason);
  demand(isFair, `${id} was refused as ${reason}, and presented as it was approved`);
}
