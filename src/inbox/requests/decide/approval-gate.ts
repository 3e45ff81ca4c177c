import { isTypedPart, type Level, TYPED_DIGITS } from "../../../domain/authority/action.ts";
import type { ApprovalNeeds } from "../../../ports/earshot/inbox.ts";
import { say } from "./messages/messages.ts";

/** An action longer than this cannot be looked through on a page. */
export const MOST_SHOWN_CHARS = 100_000;

/** What the page knows when an approval is about to be given. */
export interface Look {
  readonly level: Level;
  /** Of the action, as shown. */
  readonly chars: number;
  /** Its end has been on the screen. */
  readonly reachedEnd: boolean;
  readonly needs: ApprovalNeeds;
  readonly digest: string;
  readonly typed: string;
  readonly passphrase: string;
}

/**
 * - `none`: there is no approve button, and nothing can change that here;
 * - `wait`: something has to be done first, which `why` says;
 * - `ready`: it may be pressed.
 */
export type Gate =
  | { readonly kind: "none"; readonly why: string }
  | { readonly kind: "wait"; readonly why: string }
  | { readonly kind: "ready" };

/** What stands between a person and an approval by typing or by passphrase. */
export function approvalGate(look: Look): Gate {
  const seen = passkeyGate(look);
  if (seen.kind !== "ready") return seen;
  const { needs, typed, passphrase, digest } = look;
  if (needs.passkey === "required") return { kind: "wait", why: say("passkey-only") };
  if (needs.missing === "passphrase") return { kind: "wait", why: say("no-passphrase") };
  if (needs.typed && !isTypedPart(typed, digest)) {
    return { kind: "wait", why: typedWords(typed, digest) };
  }
  if (needs.passphrase && passphrase === "") {
    return { kind: "wait", why: say("enter-passphrase") };
  }
  return { kind: "ready" };
}

/** The same for a passkey, which replaces typing and the passphrase. */
export function passkeyGate({ chars, reachedEnd, needs }: Look): Gate {
  if (needs.refusal !== undefined) return { kind: "none", why: needs.refusal };
  if (chars > MOST_SHOWN_CHARS) {
    return {
      kind: "none",
      why: say("too-long"),
    };
  }
  if (!reachedEnd) {
    return { kind: "wait", why: say("scroll") };
  }
  if (needs.missing === "passkey") return { kind: "wait", why: say("no-passkey") };
  return { kind: "ready" };
}

function typedWords(typed: string, digest: string): string {
  const given = typed.trim().toLowerCase();
  return given === "" || digest.startsWith(given)
    ? say("type-digits", { digits: TYPED_DIGITS })
    : say("wrong-digits");
}
