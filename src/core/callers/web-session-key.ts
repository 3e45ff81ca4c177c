import type { KeyId, PrincipalId } from "../../domain/id.ts";
import { WEB_SESSION_LIFE_MS } from "../../domain/limits.ts";
import { committedKey } from "../../domain/log/committed.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import {
  newSecret,
  PAGE_SECRET_PREFIX,
  WEB_SECRET_PREFIX,
} from "../../domain/people/key-secret.ts";
import type {
  Caller,
  Key,
  PersonPrincipal,
  Principal,
  WebFacts,
} from "../../domain/people/principal.ts";
import { rightsOf } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { type Timestamp, toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { WebSession } from "../../ports/earshot/operators.ts";
import type { KeyOwner, Write } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";

const MAX_BROWSER_LENGTH = 120;

/** A key that is a web session. */
export type WebKey = Key & { readonly web: WebFacts };

export interface NewWebSession {
  readonly browser: string;
  readonly atTerminal: boolean;
  /** How the person signed in. */
  readonly how: "link" | "passkey" | "invitation";
  readonly invitedBy?: PrincipalId | undefined;
  /** The key that made the link, unless this is the person's first way in. */
  readonly madeWith?: KeyId | undefined;
}

export interface MadeWebSession {
  readonly key: WebKey;
  /** For the cookie. */
  readonly secret: string;
  /** For the page. */
  readonly pageSecret: string;
  readonly writes: readonly Write[];
  readonly events: readonly EventDraft[];
}

/** A new web session with the writes and events that start it. */
export function newWebSession(
  ctx: Context,
  person: PersonPrincipal,
  { browser, atTerminal, how, invitedBy, madeWith }: NewWebSession,
): MadeWebSession {
  const secret = newSecret(WEB_SECRET_PREFIX, ctx.ids.secret());
  const pageSecret = newSecret(PAGE_SECRET_PREFIX, ctx.ids.secret());
  const pageHash = ctx.digest.text(pageSecret);
  const createdAt = nowOf(ctx);
  const expiresAt = toTimestamp(toMs(createdAt) + WEB_SESSION_LIFE_MS);
  const key: WebKey = {
    id: ctx.ids.next("key"),
    workspace: person.workspace,
    principal: person.id,
    scopes: rightsOf(person),
    web: { browser: readable(browser), atTerminal, pageHash, expiresAt },
    madeBy: person.id,
    ...present({ madeWith, invitedBy }),
    createdAt,
  };
  const secretHash = ctx.digest.text(secret);
  const digest = ctx.digest.json(committedKey(key, { secretHash, holder: person }));
  return {
    key,
    secret,
    pageSecret,
    writes: [{ type: "key.insert", key, secretHash }],
    events: [
      {
        type: "web_session.started",
        at: createdAt,
        actor: person.id,
        subject: key.id,
        data: { digest, name: person.name, kind: how },
      },
    ],
  };
}

/**
 * What a browser calls itself, stripped of characters that could forge entries in a list of
 * sessions.
 */
function readable(browser: string): string {
  const shown = browser.toWellFormed().replaceAll(/[\p{C}\s]+/gu, " ");
  return [...shown.trim()].slice(0, MAX_BROWSER_LENGTH).join("") || "an unknown browser";
}

export function isWebKey(key: Key): key is WebKey {
  return key.web !== undefined;
}

/** Whether a key lets its holder in at this moment. */
export function isGoodKey({ revokedAt, expiresAt, web }: Key, now: Timestamp): boolean {
  if (revokedAt !== undefined || (expiresAt !== undefined && expiresAt <= now)) return false;
  return web === undefined || (web.endedAt === undefined && web.expiresAt > now);
}

export function toWebSession(
  { id, principal, web, createdAt }: WebKey,
  name: string,
  caller?: Pick<Caller, "key">,
): WebSession {
  const { browser, atTerminal, expiresAt } = web;
  return {
    id,
    operator: principal,
    name,
    browser,
    atTerminal,
    createdAt,
    expiresAt,
    ...present({ isCurrent: caller?.key === id ? true : undefined }),
  };
}

/** The web sessions of a workspace, each with its person. */
export function webSessionsOf(
  owners: readonly KeyOwner[],
): readonly { readonly key: WebKey; readonly principal: Principal }[] {
  return owners.flatMap(({ key, principal }) => (isWebKey(key) ? [{ key, principal }] : []));
}
