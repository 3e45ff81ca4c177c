import type { EventType } from "../log/event-types.ts";
import type { SignerEntry } from "./signer-chain.ts";

/** What an entry of the chain of signers has changed, as the log speaks of it. */
export interface ChangedSigners {
  readonly type: Extract<EventType, "signer.added" | "signer.ended" | "signer.owner_changed">;
  /** The signer that came in or ended; of a change of owners, the person. */
  readonly subject: string;
  /** Whose signer it is, or who became an owner or is none any more. */
  readonly person: string;
}

/** Of an entry that follows from those before it. */
export function changedBy({ signed }: Pick<SignerEntry, "signed">): ChangedSigners {
  for (const { statement } of signed) {
    const { purpose } = statement;
    if (purpose === "earshot.enrol") {
      return { type: "signer.added", subject: statement.signer, person: statement.voter };
    }
    if (purpose === "earshot.end") {
      return { type: "signer.ended", subject: statement.ended, person: statement.person };
    }
    if (purpose === "earshot.owner") {
      const { person } = statement;
      return { type: "signer.owner_changed", subject: person, person };
    }
  }
  throw new Error("An entry of the chain of signers says nothing that changes it.");
}
