import type { Timestamp } from "../timestamp.ts";
import type { Grade } from "./signer.ts";
import { isInTime, isOfChain, type SignerSet, signerAt } from "./signer-chain.ts";
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
  /** When the action runs, by the clock of whoever checks. */
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
  const read: Vote[] = [];
  for (const vote of votes) {
    if (!isVote(vote)) return { fault: "malformed" };
    const fault = faultOf(vote, known, statements);
    if (fault !== undefined) return { fault };
    read.push(vote);
  }
  const [first, ...others] = read.map(({ statement }) => statement);
  if (others.some(({ args }) => args !== first?.args)) return { fault: "other_action" };
  const voters = new Set(read.map(({ statement }) => statement.voter));
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
  const { request, action, verdict, head } = statement;
  if (!isOfChain(statement, set) || head === undefined || !set.heads.has(head)) return "elsewhere";
  const signer = signerAt(set, statement, wanted.at);
  if (signer === undefined || !isInTime(statement, wanted.at)) return "not_in_force";
  if (!statements.isSigned(signer, statements.digest(statement), proof)) return "not_signed";
  if (request !== wanted.request || action !== wanted.action) return "other_action";
  if (verdict !== "approve") return "rejected";
  return wanted.grade === "passkey" && signer.grade !== "passkey" ? "weaker" : undefined;
}
