import type { Timestamp } from "../timestamp.ts";
import type { Grade } from "./signer.ts";
import { isInTime, type SignerSet, signerAt } from "./signer-chain.ts";
import { isSigned, type SignedStatement, type StatementOf, type Statements } from "./statement.ts";

/** What votes have to be about, as whoever checks them knows it without the server. */
export interface VotesWanted {
  readonly request: string;
  /** The digest of the action that is about to run. */
  readonly action: string;
  /** The least: a passkey is enough for `device`, too. */
  readonly grade: Grade;
  /** How many different people. */
  readonly count: number;
  /** When the action runs. */
  readonly at: Timestamp;
}

export type VoteFault =
  | "malformed"
  | "elsewhere"
  | "other_action"
  | "rejected"
  | "not_in_force"
  | "weaker"
  | "not_signed"
  | "too_few";

export type VotesChecked =
  | { readonly voters: readonly string[]; readonly fault?: never }
  | { readonly voters?: never; readonly fault: VoteFault };

interface Known {
  readonly set: SignerSet;
  readonly wanted: VotesWanted;
}

/** Who has approved an action by signed votes of the chain, or why those are not enough. */
export function checkVotes(
  votes: readonly unknown[],
  known: Known,
  statements: Statements,
): VotesChecked {
  const voters = new Set<string>();
  for (const vote of votes) {
    const fault = isVote(vote) ? faultOf(vote, known, statements) : "malformed";
    if (fault !== undefined) return { fault };
    voters.add((vote as Vote).statement.voter);
  }
  return voters.size < known.wanted.count ? { fault: "too_few" } : { voters: [...voters] };
}

type Vote = SignedStatement & { readonly statement: StatementOf<"earshot.vote"> };

function isVote(value: unknown): value is Vote {
  return isSigned(value) && value.statement.purpose === "earshot.vote";
}

function faultOf(
  { statement, proof }: Vote,
  { set, wanted }: Known,
  statements: Statements,
): VoteFault | undefined {
  const { deployment, workspace, request, action, verdict } = statement;
  if (deployment !== set.deployment || workspace !== set.workspace) return "elsewhere";
  if (request !== wanted.request || action !== wanted.action) return "other_action";
  if (verdict !== "approve") return "rejected";
  const signer = signerAt(set, statement, wanted.at);
  if (signer === undefined || !isInTime(statement, wanted.at)) return "not_in_force";
  if (wanted.grade === "passkey" && signer.grade !== "passkey") return "weaker";
  return statements.isSigned(signer, statements.digest(statement), proof)
    ? undefined
    : "not_signed";
}
