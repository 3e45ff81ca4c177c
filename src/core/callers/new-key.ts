import { EarshotError } from "../../domain/errors.ts";
import type { KeyId, PrincipalId } from "../../domain/id.ts";
import { inTime } from "../../domain/in-words.ts";
import {
  INVITATION_LIFE_MS,
  MAX_KEY_HOLD_MS,
  MAX_KEY_LIFE_MS,
  MIN_KEY_LIFE_MS,
} from "../../domain/limits.ts";
import { committedKey } from "../../domain/log/committed.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import { INVITATION_PREFIX, newSecret, SECRET_PREFIX } from "../../domain/people/key-secret.ts";
import type { Key, Principal, Right } from "../../domain/people/principal.ts";
import { rightsOf } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { checkName } from "../../domain/text.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { Write } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";

interface KeyContent {
  readonly scopes?: readonly Right[] | undefined;
  readonly holdMs?: number | undefined;
  readonly unattended?: boolean | undefined;
  readonly label?: string | undefined;
  readonly lifeMs?: number | undefined;
  /** Who makes it, and with which key. */
  readonly actor?: PrincipalId;
  readonly madeWith?: KeyId | undefined;
  readonly invitedBy?: PrincipalId | undefined;
  /** Its secret lets nobody in, and makes such a key once. */
  readonly isInvitation?: boolean;
}

/** A new key with the writes and events that create it. */
export function newKey(
  ctx: Context,
  principal: Principal,
  content: KeyContent,
): { key: Key; secret: string; writes: Write[]; events: EventDraft[] } {
  const { scopes, holdMs, unattended = false, label, lifeMs, actor, madeWith } = content;
  const { invitedBy, isInvitation = false } = content;
  const held = rightsOf(principal);
  const excess = scopes?.filter((scope) => !held.includes(scope)) ?? [];
  if (excess.length > 0) {
    throw new EarshotError(
      "INVALID_INPUT",
      `A key of this ${principal.kind} cannot carry: ${excess.join(", ")}. It may carry: ${held.join(", ")}.`,
    );
  }
  checkHold(principal, holdMs);
  if (unattended) checkUnattended(principal, scopes);
  checkLife(content);
  if (label !== undefined) checkName(label, "label");
  const secret = newSecret(isInvitation ? INVITATION_PREFIX : SECRET_PREFIX, ctx.ids.secret());
  const createdAt = nowOf(ctx);
  const after = (ms: number) => toTimestamp(toMs(createdAt) + Math.ceil(ms));
  const expiresAt = lifeMs === undefined ? undefined : after(lifeMs);
  const key: Key = {
    id: ctx.ids.next("key"),
    workspace: principal.workspace,
    principal: principal.id,
    scopes: [...new Set(scopes ?? (unattended ? UNATTENDED : held))],
    ...present({
      holdMs,
      unattended: unattended ? unattended : undefined,
      label,
      expiresAt,
      invitation: isInvitation ? { expiresAt: after(INVITATION_LIFE_MS) } : undefined,
      madeBy: actor,
      madeWith,
      invitedBy,
    }),
    createdAt,
  };
  const secretHash = ctx.digest.text(secret);
  return {
    key,
    secret,
    writes: [{ type: "key.insert", key, secretHash }],
    events: [
      {
        type: isInvitation ? "invitation.created" : "key.created",
        at: createdAt,
        ...present({ actor }),
        subject: key.id,
        data: {
          digest: ctx.digest.json(committedKey(key, { secretHash, holder: principal })),
          kind: principal.kind,
          name: principal.name,
          ...present({ unattended: unattended ? unattended : undefined, until: expiresAt }),
        },
      },
    ],
  };
}

/** Why a call that made a key once gets no secret again. */
export function secretGone(id: string): EarshotError {
  return new EarshotError(
    "KEY_REUSED",
    `Key ${id} was made by an earlier call with this idempotency key, and its secret was shown then, once. If it is lost, revoke it and make another.`,
    { details: { id } },
  );
}

function checkLife({ label, lifeMs, isInvitation = false }: KeyContent): void {
  if (isInvitation && (label ?? lifeMs) !== undefined) {
    throw new EarshotError(
      "INVALID_INPUT",
      "An invitation has an end of its own, and its person says what their key is for. Leave label and end out.",
    );
  }
  if (lifeMs === undefined || (lifeMs >= MIN_KEY_LIFE_MS && lifeMs <= MAX_KEY_LIFE_MS)) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `A key is good for ${inTime(MIN_KEY_LIFE_MS)} to ${inTime(MAX_KEY_LIFE_MS)}, or has no end.`,
  );
}

/** What a script needs to decide, and no more. */
const UNATTENDED: readonly Right[] = ["read", "answer", "decide"];

function checkUnattended(
  { kind, name, ...principal }: Principal,
  scopes: readonly Right[] | undefined,
): void {
  if (kind !== "person" || ("role" in principal && principal.role === "viewer")) {
    throw new EarshotError(
      "INVALID_INPUT",
      `An unattended key decides in the name of an operator who may decide, which ${JSON.stringify(name)} is not.`,
    );
  }
  const excess = scopes?.filter((scope) => !UNATTENDED.includes(scope)) ?? [];
  if (excess.length > 0) {
    throw new EarshotError(
      "INVALID_INPUT",
      `An unattended key cannot carry: ${excess.join(", ")}. It may carry: ${UNATTENDED.join(", ")}.`,
    );
  }
}

function checkHold({ kind }: Principal, holdMs: number | undefined): void {
  if (holdMs === undefined) return;
  if (kind !== "agent") {
    throw new EarshotError(
      "INVALID_INPUT",
      `Only the tools of an agent wait for people: a key of a ${kind} has no hold. Leave it out.`,
    );
  }
  if (Number.isInteger(holdMs) && holdMs >= 0 && holdMs <= MAX_KEY_HOLD_MS) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `A key holds for 0 to ${MAX_KEY_HOLD_MS} ms, in whole milliseconds, not for ${holdMs}.`,
  );
}
