import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Json, JsonObject } from "../domain/json.ts";

/** The state that a client carries from one round of a call to the next. */
export interface RoundState {
  /** `client`: the person at the client is asked too; `wait`: the wait goes on. */
  readonly kind: "client" | "wait";
  readonly request: string;
  /** 1 for the first. */
  readonly round: number;
}

/** The call that a state belongs to; any other call refuses it. */
export interface StateOwner {
  readonly principal: string;
  readonly tool: string;
  readonly args: JsonObject;
}

export interface RequestStates {
  seal(state: RoundState, owner: StateOwner): string;
  /** Throws the protocol's error for a state that was changed, has expired, or belongs to another call or caller. */
  open(sealed: unknown, owner: StateOwner): RoundState;
}

export interface RequestStateOptions {
  /** 32 random bytes. Anyone who knows them can make states. */
  readonly secret: Uint8Array;
  readonly ttlMs: number;
  readonly now: () => number;
}

/** Signs states with HMAC-SHA256: a client can read and carry them, but not change them. */
export function createRequestStates({ secret, ttlMs, now }: RequestStateOptions): RequestStates {
  const tagOf = (body: string) => createHmac("sha256", secret).update(body).digest("base64url");

  function bodyOf(sealed: unknown): string {
    const [body = "", tag = "", ...rest] = typeof sealed === "string" ? sealed.split(".") : [];
    const expected = Buffer.from(tagOf(body));
    const given = Buffer.from(tag);
    const isSigned = expected.length === given.length && timingSafeEqual(expected, given);
    if (!isSigned || rest.length > 0) throw refused();
    return body;
  }

  return {
    seal(state, owner) {
      const content = { ...state, owner: digestOf(owner), until: now() + ttlMs };
      const body = Buffer.from(JSON.stringify(content)).toString("base64url");
      return `${body}.${tagOf(body)}`;
    },
    open(sealed, owner) {
      const content = JSON.parse(Buffer.from(bodyOf(sealed), "base64url").toString());
      if (content.owner !== digestOf(owner) || content.until <= now()) throw refused();
      return { kind: content.kind, request: content.request, round: content.round };
    },
  };
}

/** Does not say what is wrong: an attacker who tries states must learn nothing. */
function refused(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, "Invalid or expired requestState", {
    reason: "invalid_request_state",
  });
}

function digestOf({ principal, tool, args }: StateOwner): string {
  const text = JSON.stringify([principal, tool, sorted(args)]);
  return createHash("sha256").update(text).digest("base64url");
}

/** A client may write the same arguments in another order the next time. */
function sorted(value: Json): Json {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).map(([key, inner]): [string, Json] => [key, sorted(inner)]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
