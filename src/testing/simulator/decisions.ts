import { isAtLeast } from "../../domain/authority/action.ts";
import type { ErrorCode } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { PersonPrincipal } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import {
  type AuthorizationRequest,
  asAuthorization,
  type Shown,
} from "../../domain/requests/request.ts";
import type { ApproveInput, Presence } from "../../ports/earshot/authority.ts";
import { digest } from "../../system/digest.ts";
import { otherArgs } from "./authority-props.ts";
import { passphraseOf } from "./participants.ts";
import { refusalOf } from "./refusal-of.ts";
import { demand } from "./violation.ts";
import type { WorkloadParts } from "./world.ts";

/** People who look at an action and decide on it, each in their own way. */
export interface Decisions {
  /** By this person, or by any. */
  decide(id: RequestId, by?: PersonPrincipal): Promise<void>;
  reject(id: RequestId): Promise<void>;
}

const REFUSALS: readonly ErrorCode[] = [
  "NOT_ALLOWED",
  "ALREADY_VOTED",
  "STEP_UP_NEEDED",
  "REQUEST_CLOSED",
  "DIGEST_MISMATCH",
  "INVALID_INPUT",
];
const WRONG_DIGEST = "0".repeat(64);

export function createDecisions({ random, cast, callers, oracle }: WorkloadParts): Decisions {
  const { authority } = oracle;
  const { persist } = callers;
  let count = 0;

  function approvalOf(request: Shown<AuthorizationRequest>, by: PersonPrincipal): ApproveInput {
    const { action, secrets, digest: stands } = request.authorization;
    const isEdited = secrets.length === 0 && random.chance(0.15);
    const args = otherArgs(action.args);
    const ofEdit = isEdited ? digest.action({ ...action, args }) : stands;
    const shown = random.chance(0.1) ? WRONG_DIGEST : ofEdit;
    const input = {
      id: request.id,
      digest: shown,
      ...present({ args: isEdited ? args : undefined }),
    };
    return isAtLeast(action.level, "HIGH") ? { ...input, ...presenceOf(shown, by) } : input;
  }

  /** Some forget a part of it. */
  function presenceOf(shown: string, by: PersonPrincipal): Presence {
    return {
      ...present({
        typed: random.chance(0.9) ? shown.slice(0, 8) : undefined,
        passphrase: random.chance(0.9) ? passphraseOf(by) : undefined,
      }),
    };
  }

  async function approve(request: Shown<AuthorizationRequest>, by: PersonPrincipal): Promise<void> {
    const { id } = request;
    const key = `approve-${++count}`;
    const input = approvalOf(request, by);
    const approved = persist(by, `approve ${count}`, (earshot) =>
      earshot.approve(input, { idempotencyKey: key, via: "cli" }),
    );
    const refusal = await refusalOf(approved, { key, authority });
    if (refusal === undefined) {
      demand(input.digest !== WRONG_DIGEST, `${id} was approved by a digest that is none`);
      const isEdit = input.args !== undefined;
      authority.approved({ id, by: by.id, digest: input.digest, isEdit });
      return;
    }
    demand(REFUSALS.includes(refusal.code), `an approval of ${id} met ${refusal.message}`);
    const now = authority.request(id);
    const isClosed = now?.status !== "open";
    demand(refusal.code !== "REQUEST_CLOSED" || isClosed, `${id} is open and was called closed`);
    const isOther = now?.authorization.digest !== input.digest;
    demand(refusal.code !== "DIGEST_MISMATCH" || isOther, `the digest of ${id} was called another`);
  }

  async function reject(id: RequestId): Promise<void> {
    const by = random.pick(cast.operators);
    const reason = `no ${++count}`;
    const key = `reject-${count}`;
    const rejected = persist(by, `reject ${count}`, (earshot) =>
      earshot.reject({ id, reason }, { idempotencyKey: key }),
    );
    const refusal = await refusalOf(rejected, { key, authority });
    if (refusal === undefined) authority.rejected(id, reason);
    else demand(REFUSALS.includes(refusal.code), `a rejection of ${id} met ${refusal.message}`);
  }

  return {
    reject,
    async decide(id, by = random.pick(cast.operators)) {
      const { request } = await persist(by, `show ${++count}`, (earshot) => earshot.show({ id }));
      if (random.chance(0.08)) await reject(id);
      else await approve(asAuthorization(request), by);
    },
  };
}
