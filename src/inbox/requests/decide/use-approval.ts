import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { useEffect, useState } from "preact/hooks";
import type { JsonObject } from "../../../domain/json.ts";
import { present } from "../../../domain/present.ts";
import type { ApproveInput, Presence } from "../../../ports/earshot/authority.ts";
import { renewLook } from "../../browser/looked.ts";
import { useArmed } from "../../parts/use-armed.ts";
import { api } from "../../server/api.ts";
import { can } from "../../server/me.ts";
import { type Acting, decided } from "../pane/acting.ts";
import { isWhollyInView, showEnd } from "../pane/in-view.ts";
import { holding, noteHeld } from "../pane/undo.ts";
import {
  type Approval,
  approvedWords,
  armedWords,
  type BarProps,
  changesOf,
  doubtOf,
  lookOf,
  REVIEW_FIRST,
  whyOf,
} from "./approval.ts";
import {
  approvalGate,
  type Gate,
  type Look,
  MOST_SHOWN_CHARS,
  passkeyGate,
} from "./approval-gate.ts";

interface Tools {
  readonly acting: Acting;
  /** What goes beside the approval. */
  readonly note: string;
}

export function useApproval(props: BarProps, { acting, note }: Tools): Approval {
  const { request, detail, edit } = props;
  const [typed, setTyped] = useState("");
  const [passphrase, setPassphrase] = useState("");
  const [armed, setArmed] = useArmed<"plain" | "passkey">();
  const reviewed = edit?.reviewed;
  const look: Look = lookOf(props, { typed, passphrase, note });
  // Typed digits of one digest say nothing about another, and neither does a first press.
  useEffect(() => {
    setTyped("");
    setArmed(undefined);
  }, [look.digest]);
  const mustReview = edit !== undefined && reviewed === undefined;
  const plain = mustReview ? REVIEW_FIRST : approvalGate(look);
  const byPasskey = mustReview ? REVIEW_FIRST : passkeyGate(look);
  const isPasskeyOnly = look.needs.passkey === "required";

  function goToMissing(gate: Gate): void {
    if (gate.kind !== "wait") return;
    renewLook();
    if (!props.reachedEnd) showEnd(props.inView[0]?.current ?? null, props.bar.current);
    else props.bar.current?.querySelector<HTMLInputElement>(".proofs input, .note-field")?.focus();
  }

  function pressed(kind: "plain" | "passkey", gate: Gate): void {
    if (acting.isBusy) return;
    if (gate.kind !== "ready") {
      goToMissing(gate);
      return;
    }
    const isSeen = props.inView.every(
      ({ current }) => current === null || isWhollyInView(current, props.bar.current),
    );
    if ((!isSeen || doubtOf(props) !== undefined) && armed !== kind) {
      renewLook();
      setArmed(kind);
      return;
    }
    setArmed(undefined);
    void approve(kind);
  }

  async function approve(
    kind: "plain" | "passkey",
    after?: () => Promise<unknown>,
  ): Promise<boolean> {
    return acting.run(async () => {
      const presence =
        kind === "passkey" ? { passkey: await provePasskey(look.digest) } : typedProof(look);
      const isPlain = after === undefined && reviewed === undefined;
      const more = present({ args: reviewed?.args, note: note.trim() || undefined });
      const what = { id: request.id, digest: look.digest, ...more };
      const approved = await sendApproval(what, { presence, isPlain });
      setTyped("");
      setPassphrase("");
      await after?.();
      decided(request.id, { words: approvedWords(approved), next: props.onDecided });
    });
  }

  const primary = isPasskeyOnly ? byPasskey : plain;
  const kind = isPasskeyOnly ? "passkey" : "plain";
  const isOffered = isThere(props, primary);
  return {
    isOffered,
    isTooLong: look.chars > MOST_SHOWN_CHARS,
    changes: changesOf(reviewed),
    // One for HIGH is given at a terminal; a passkey does not replace that.
    canScope: isOffered && look.level !== "CRITICAL" && edit === undefined && !isPasskeyOnly,
    gate: plain,
    passkey: { gate: byPasskey, use: look.needs.passkey },
    why: whyOf(detail.needs, primary),
    armed,
    armedWords: armedWords(props),
    typed,
    passphrase,
    setTyped,
    setPassphrase,
    press: () => pressed(kind, primary),
    pressProved: () => {
      if (look.needs.typed || look.needs.passphrase) pressed(kind, primary);
    },
    pressPasskey: () => pressed("passkey", byPasskey),
    ifReady: (act) => (primary.kind === "ready" ? act() : goToMissing(primary)),
    approveNow: (after) => approve(kind, after),
  };
}

function isThere({ request, detail }: BarProps, primary: Gate): boolean {
  const isFree = can("decide") && request.held === undefined;
  return isFree && detail.needs !== undefined && primary.kind !== "none";
}

interface Sent {
  readonly presence: Presence;
  /** Not edited, and for nothing but itself. */
  readonly isPlain: boolean;
}

/** What is proved, edited or stands for more than itself counts at once. */
async function sendApproval(what: Omit<ApproveInput, keyof Presence>, { presence, isPlain }: Sent) {
  const hold = isPlain && Object.keys(presence).length === 0 ? holding() : {};
  const approved = await api.approve({ ...what, ...presence, ...hold });
  noteHeld([approved]);
  return approved;
}

function typedProof({ needs, typed, passphrase }: Look): Presence {
  return {
    ...present({
      typed: needs.typed ? typed.trim() : undefined,
      passphrase: needs.passphrase ? passphrase : undefined,
    }),
  };
}

/** Has a passkey of the operator sign exactly this digest. Loaded on first use. */
async function provePasskey(digest: string): Promise<JsonObject> {
  const options = (await api.passkeyStepUp({ digest })) as unknown;
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const response: unknown = await startAuthentication({ optionsJSON });
  return response as JsonObject;
}
