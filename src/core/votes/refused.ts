import { EarshotError } from "../../domain/errors.ts";
import { inTime } from "../../domain/in-words.ts";
import type { ChainFault } from "../../domain/votes/signer-chain.ts";
import { ALONE_WAIT_MS } from "../../domain/votes/signer-changes.ts";

const WHY: Readonly<Record<ChainFault | "nonce" | "other_voter" | "not_waiting", string>> = {
  malformed: "It is no statement of this version.",
  other_root: "It is of another chain of signers.",
  out_of_order: "The chain of signers has a beginning already.",
  elsewhere: "It is of another deployment or workspace, or its head is no entry of this chain.",
  not_in_force: "Its signer is none that its voter has now, or its time is over or has not begun.",
  not_signed: "The signature is not good.",
  used_again: "It has been used, or its key has come in before.",
  from_later: "It is of a time that has not come.",
  from_earlier: "It is of a time that is past.",
  lost_signers: "Whoever has pinned the chain would not follow it.",
  rolled_back: "The chain has lost entries.",
  wrong_people: "These people cannot sign that: see who has signers by npx earshot signer list.",
  weaker: "Its signer is weaker than another that its voter has, or than the one that comes in.",
  too_soon: `Whoever is let in by one person alone waits for ${inTime(ALONE_WAIT_MS)} after the enrolment.`,
  nonce:
    "Its nonce was given for something or somebody else, is older than ten minutes, or was used.",
  other_voter: "It is not signed in the name of whoever sends it.",
  not_waiting: "The enrolment that it names does not wait here; its time may be over.",
};

/** A statement that the rules refuse; `fault` is the specification's word for why. */
export function statementRefused(fault: keyof typeof WHY): EarshotError {
  return new EarshotError("NOT_ALLOWED", `The statement is refused. ${WHY[fault]}`, {
    details: { reason: "statement_refused", fault },
  });
}
