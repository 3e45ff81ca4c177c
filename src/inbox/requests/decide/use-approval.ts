import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { JsonObject } from "../../../domain/json.ts";
import { present } from "../../../domain/present.ts";
import type { Presence } from "../../../ports/earshot/authority.ts";
import type { ApprovalNeeds } from "../../../ports/earshot/inbox.ts";
import { renewLook } from "../../browser/looked.ts";
import { api } from "../../server/api.ts";
import { can } from "../../server/me.ts";
import { type Acting, decided } from "../pane/acting.ts";
import { isWhollyInView } from "../pane/in-view.ts";
import {
  approvalGate,
  type Gate,
  type Look,
  MOST_SHOWN_CHARS,
  passkeyGate,
} from "./approval-gate.ts";
import { approvedWords } from "./approved-words.ts";
import type { BarProps } from "./authorization-bar.tsx";
import { provePasskey } from "./prove-passkey.ts";
import { shownChars } from "./shown-chars.ts";

/** How an approval is given from this page; made anew with each rendering. */
export interface Approval {
  /** There is a button for it. */
  readonly isOffered: boolean;
  readonly isTooLong: boolean;
  readonly isEdited: boolean;
  readonly canScope: boolean;
  readonly gate: Gate;
  readonly passkey: { readonly gate: Gate; readonly use: ApprovalNeeds["passkey"] };
  /** What has to be done before, or why it cannot be. */
  readonly why: string | undefined;
  /** The next press approves, though the action is not fully in view. */
  readonly armed: "plain" | "passkey" | undefined;
  readonly typed: string;
  readonly passphrase: string;
  setTyped(text: string): void;
  setPassphrase(text: string): void;
  /** Approves, or arms, or goes to what is missing. */
  press(): void;
  /** The same, where something was typed to prove it: not what a bare key combination may do. */
  pressProved(): void;
  pressPasskey(): void;
  ifReady(act: () => void): void;
  /** Without arming: for what has asked already. `after` runs before the next request is shown. */
  approveNow(after?: () => Promise<unknown>): Promise<boolean>;
}

interface Tools {
  readonly acting: Acting;
  readonly proof: RefObject<HTMLElement | null>;
}

const ARMED_MS = 6_000;
const NO_NEEDS: ApprovalNeeds = { typed: false, passphrase: false, passkey: "none" };

export function useApproval(props: BarProps, { acting, proof }: Tools): Approval {
  const { request, detail, edit } = props;
  const [typed, setTyped] = useState("");
  const [passphrase, setPassphrase] = useState("");
  const [armed, setArmed] = useArmed();
  const reviewed = edit?.reviewed;
  const look: Look = lookOf(props, { typed, passphrase });
  // Digits of one digest say nothing of another, nor does a first press.
  useEffect(() => {
    setTyped("");
    setArmed(undefined);
  }, [look.digest]);
  const mustReview = edit !== undefined && reviewed === undefined;
  const plain = mustReview ? REVIEW_FIRST : approvalGate(look);
  const byPasskey = mustReview ? REVIEW_FIRST : passkeyGate(look);
  const use = look.needs.passkey;
  const isPasskeyOnly = use === "required";

  function goToMissing(gate: Gate): void {
    if (gate.kind !== "wait") return;
    renewLook();
    if (!props.reachedEnd) props.inView[0]?.current?.scrollIntoView({ block: "end" });
    else proof.current?.querySelector<HTMLInputElement>("input")?.focus();
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
    if (!isSeen && armed !== kind) {
      renewLook();
      setArmed(kind);
      return;
    }
    setArmed(undefined);
    void approve(kind);
  }

  async function approve(
    kind: "plain" | "passkey",
    after: () => Promise<unknown> = async () => undefined,
  ): Promise<boolean> {
    return acting.run(async () => {
      const presence = await presenceOf(kind);
      const { digest } = look;
      const args = reviewed === undefined ? {} : { args: reviewed.args };
      const approved = await api.approve({ id: request.id, digest, ...args, ...presence });
      setTyped("");
      setPassphrase("");
      await after();
      decided(request.id, { words: approvedWords(approved), next: props.onDecided });
    });
  }

  async function presenceOf(kind: "plain" | "passkey"): Promise<Presence> {
    if (kind === "passkey") return { passkey: await provePasskey(look.digest) };
    return {
      ...present({
        typed: look.needs.typed ? typed.trim() : undefined,
        passphrase: look.needs.passphrase ? passphrase : undefined,
      }),
    };
  }

  const primary = isPasskeyOnly ? byPasskey : plain;
  const kind = isPasskeyOnly ? "passkey" : "plain";
  const isOffered = can("decide") && detail.needs !== undefined && primary.kind !== "none";
  return {
    isOffered,
    isTooLong: look.chars > MOST_SHOWN_CHARS,
    isEdited: reviewed !== undefined,
    // One for HIGH is given at a terminal, which a passkey does not stand for.
    canScope: isOffered && look.level !== "CRITICAL" && edit === undefined && !isPasskeyOnly,
    gate: plain,
    passkey: { gate: byPasskey, use },
    why: whyOf(detail.needs, primary),
    armed,
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

const REVIEW_FIRST: Gate = { kind: "wait", why: "Review your changes, or stop editing." };

function lookOf(
  { request, detail, action, reachedEnd, edit }: BarProps,
  { typed, passphrase }: Pick<Look, "typed" | "passphrase">,
): Look {
  const reviewed = edit?.reviewed;
  const editedChars = reviewed === undefined ? 0 : charsOf(reviewed.args);
  return {
    level: action.level,
    chars: Math.max(shownChars(action), editedChars),
    digest: reviewed?.digest ?? request.authorization.digest,
    needs: detail.needs ?? NO_NEEDS,
    reachedEnd,
    typed,
    passphrase,
  };
}

function charsOf(args: JsonObject): number {
  return JSON.stringify(args).length;
}

function whyOf(needs: ApprovalNeeds | undefined, gate: Gate): string | undefined {
  if (!can("decide") || needs === undefined) return "You may look at this, and not decide it.";
  return gate.kind === "ready" ? undefined : gate.why;
}

/** What was armed is so for a short time only. */
function useArmed() {
  const [armed, setArmed] = useState<"plain" | "passkey" | undefined>(undefined);
  useEffect(() => {
    if (armed === undefined) return undefined;
    const timer = setTimeout(() => setArmed(undefined), ARMED_MS);
    return () => clearTimeout(timer);
  }, [armed]);
  return [armed, setArmed] as const;
}
