import { isTypedPart, type Level, TYPED_DIGITS } from "../../../domain/authority/action.ts";
import { present } from "../../../domain/present.ts";
import type { ApprovalNeeds } from "../../../ports/earshot/inbox.ts";
import { whyWords } from "../../../render/refused-words.ts";
import { words } from "../../parts/render-words.ts";
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
  /** What the rule wants to read first, in words. */
  readonly lacksNote?: string | undefined;
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

/** Why the server would refuse an approval, whatever they prove. */
export function refusalWords({ refusal: why, refusalNames }: ApprovalNeeds): string | undefined {
  if (why === undefined) return undefined;
  return whyWords({ why, ...present({ names: refusalNames }) }, words);
}

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
export function passkeyGate({ chars, reachedEnd, needs, lacksNote }: Look): Gate {
  const refusal = refusalWords(needs);
  if (refusal !== undefined) return { kind: "none", why: refusal };
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
  if (lacksNote !== undefined) return { kind: "wait", why: lacksNote };
  return { kind: "ready" };
}

function typedWords(typed: string, digest: string): string {
  const given = typed.trim().toLowerCase();
  return given === "" || digest.startsWith(given)
    ? say("type-digits", { digits: TYPED_DIGITS })
    : say("wrong-digits");
}
