import { isTypedPart, type Level, TYPED_DIGITS } from "../../../domain/authority/action.ts";
import type { ApprovalNeeds } from "../../../ports/earshot/inbox.ts";

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

const NO_PASSPHRASE =
  "This takes your passphrase, and you have none yet. Set one in Settings, or at a terminal: npx earshot passphrase.";
const NO_PASSKEY =
  "Only a passkey approves this in a browser that was not signed in from a terminal, and you have none. Open the inbox from a terminal (npx earshot open) and register one in Settings.";

/** What stands between a person and an approval by typing or by passphrase. */
export function approvalGate(look: Look): Gate {
  const seen = passkeyGate(look);
  if (seen.kind !== "ready") return seen;
  const { needs, typed, passphrase, digest } = look;
  if (needs.passkey === "required") return { kind: "wait", why: "Only a passkey approves this." };
  if (needs.missing === "passphrase") return { kind: "wait", why: NO_PASSPHRASE };
  if (needs.typed && !isTypedPart(typed, digest)) {
    return { kind: "wait", why: typedWords(typed, digest) };
  }
  if (needs.passphrase && passphrase === "") {
    return { kind: "wait", why: "Enter your passphrase to approve." };
  }
  return { kind: "ready" };
}

/** The same for a passkey, which replaces typing and the passphrase. */
export function passkeyGate({ chars, reachedEnd, needs }: Look): Gate {
  if (needs.refusal !== undefined) return { kind: "none", why: needs.refusal };
  if (chars > MOST_SHOWN_CHARS) {
    return {
      kind: "none",
      why: "This action is too long to look through here, and is approved at a terminal alone. Here you can reject it.",
    };
  }
  if (!reachedEnd) {
    return { kind: "wait", why: "Scroll to the end of the action to approve it." };
  }
  if (needs.missing === "passkey") return { kind: "wait", why: NO_PASSKEY };
  return { kind: "ready" };
}

function typedWords(typed: string, digest: string): string {
  const given = typed.trim().toLowerCase();
  return given === "" || digest.startsWith(given)
    ? `Type the first ${TYPED_DIGITS} digits of the digest to approve.`
    : "These are not the first digits of the digest shown.";
}
