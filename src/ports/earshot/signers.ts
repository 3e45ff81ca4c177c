import type { DeploymentId, PrincipalId, WorkspaceId } from "../../domain/id.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Signer } from "../../domain/votes/signer.ts";
import type { SignerEntry } from "../../domain/votes/signer-chain.ts";
import type { Purpose, SignedStatement } from "../../domain/votes/statement.ts";

export interface BeginStatementInput {
  readonly purpose: Purpose;
  /**
   * The id of what it is about: of an enrolment the person who enrols, of an admission the digest of the
   * enrolment, of an end the signer, of an owner the person, of a vote the request.
   */
  readonly subject: string;
}

/** What a statement has to say that is not its signer's to choose. */
export interface StatementTerms {
  /** Good once, for this purpose and subject, and for the caller alone. */
  readonly nonce: string;
  readonly deployment: DeploymentId;
  readonly workspace: WorkspaceId;
  /** The newest entry of the chain of signers; absent while it is empty. */
  readonly head?: string;
  /** The server's time. */
  readonly at: Timestamp;
  /** Until when the nonce is good. */
  readonly expiresAt: Timestamp;
}

/** Either of the two. */
export interface ChangeSignersInput {
  /** An enrolment, an admission, an end, or a change of owners, signed by the caller. */
  readonly signed?: SignedStatement;
  /**
   * The digest of the caller's enrolment for a recovery that nobody is left to admit. Whoever has pinned the
   * chain does not follow it.
   */
  readonly lost?: string;
}

export interface ChangedSigner {
  /** What is signed of the statement, 64 hexadecimal digits. */
  readonly digest: string;
  /** `waits` for others to sign it too; `done` once it is part of the chain. */
  readonly state: "waits" | "done";
  /** The newest entry of the chain; absent while it is empty. */
  readonly head?: string;
}

/** A signer of a person. */
export interface ListedSigner {
  readonly id: string;
  readonly grade: Signer["grade"];
  /** Of a device: where its key is. */
  readonly kept?: "browser" | "file";
  readonly from: Timestamp;
  /** Absent while it is in force. */
  readonly until?: Timestamp;
}

/** Somebody who has had a signer. */
export interface ListedSigningPerson {
  readonly id: PrincipalId;
  /** As they have signed it themselves. */
  readonly name: string;
  /** Whether they say who may sign. */
  readonly owner: boolean;
  readonly signers: readonly ListedSigner[];
}

/** A statement on who may sign that waits for others to sign the same. */
export interface WaitingStatement {
  /** What is signed of it, for whoever has not computed it themselves. */
  readonly digest: string;
  readonly signed: SignedStatement;
}

export interface SignersState {
  /** The fingerprint of the chain, which guards and verifiers pin; absent while it is empty. */
  readonly root?: string;
  readonly head?: string;
  readonly people: readonly ListedSigningPerson[];
  readonly waiting: readonly WaitingStatement[];
}

/** Who signs decisions, and who says so; a part of `Earshot`. */
export interface Signers<O> {
  /** What a statement of the caller has to say, with a nonce for it. */
  beginStatement(input: BeginStatementInput, options?: O): Promise<StatementTerms>;
  /**
   * Takes a statement on who may sign. NOT_ALLOWED, with `fault`, for what the rules of the chain refuse; see
   * the specification of signed statements.
   */
  changeSigners(input: ChangeSignersInput, options?: O): Promise<ChangedSigner>;
  listSigners(): Promise<SignersState>;
  /** The chain behind an entry, for whoever follows it; all of it if absent. */
  signerChain(input?: {
    readonly after?: number;
  }): Promise<{ readonly items: readonly SignerEntry[] }>;
}
