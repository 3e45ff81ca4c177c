import { z } from "zod";
import type { SignedStatement } from "../../domain/votes/statement.ts";
import type { OperationText } from "../schemas/operation.ts";
import { nothing } from "../schemas/parameters.ts";
import { JsonObject, PrincipalId, Timestamp } from "../schemas/values.ts";

/* What crosses the wire about who signs decisions. Statements and entries have the form of docs/specification. */

const Hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: "64 hexadecimal digits." });
const SignerId = z.string().meta({ description: "`sig_` and 32 hexadecimal digits." });
const PURPOSES = [
  "earshot.vote",
  "earshot.permission",
  "earshot.policy",
  "earshot.key",
  "earshot.enrol",
  "earshot.admit",
  "earshot.end",
  "earshot.owner",
] as const;
const Purpose = z.enum(PURPOSES);
const head = Hash.optional().meta({
  description: "The newest entry of the chain of signers; absent while it is empty.",
});

/** Its form is the specification's, and the rules of the chain check every part of it. */
const Signed = JsonObject.meta({
  description: "`statement` and `proof`, as the specification of signed statements has them.",
}) as unknown as z.ZodType<SignedStatement>;

const ListedSigner = z
  .strictObject({
    id: SignerId,
    grade: z.enum(["device", "passkey"]),
    kept: z
      .enum(["browser", "file"])
      .optional()
      .meta({ description: "Where a device keeps its key." }),
    from: Timestamp,
    until: Timestamp.optional().meta({ description: "Absent while it is in force." }),
  })
  .meta({ id: "ListedSigner", description: "A key by which a person signs." });

const ListedSigningPerson = z
  .strictObject({
    id: PrincipalId,
    name: z.string().meta({ description: "As they have signed it themselves." }),
    owner: z.boolean().meta({ description: "Whether they say who may sign." }),
    signers: z.array(ListedSigner),
  })
  .meta({ id: "ListedSigningPerson", description: "Somebody who has had a signer." });

const WaitingStatement = z
  .strictObject({ digest: Hash, signed: JsonObject })
  .meta({ id: "WaitingStatement", description: "What waits for others to sign it too." });

export const SIGNERS = {
  listSigners: {
    summary: "Who signs decisions, who says so, and what waits for others",
    input: nothing,
    output: z
      .strictObject({
        root: Hash.optional().meta({
          description: "The fingerprint that guards and verifiers pin.",
        }),
        head,
        people: z.array(ListedSigningPerson),
        waiting: z.array(WaitingStatement),
      })
      .meta({ id: "SignersState" }),
  },
  signerChain: {
    summary: "The chain of signers, entry by entry, for whoever follows it",
    input: z.strictObject({
      after: z.coerce.number().int().min(0).optional().meta({
        description: "The number of an entry; all of the chain if absent.",
      }),
    }),
    output: z.strictObject({ items: z.array(JsonObject) }),
  },
  beginStatement: {
    summary: "Begin to sign a statement: a nonce for it, and what else it has to say",
    input: z.strictObject({
      purpose: Purpose,
      subject: z.string().min(1).max(128).meta({
        description:
          "What it is about. Of an enrolment its person, of an admission the digest of the enrolment, of an end the signer. Of an owner the person, of a vote the request.",
      }),
    }),
    output: z
      .strictObject({
        nonce: z.string(),
        deployment: z.string(),
        workspace: z.string(),
        head,
        at: Timestamp.meta({ description: "The server's time." }),
        expiresAt: Timestamp,
      })
      .meta({ id: "StatementTerms", description: "Good once, for this and for the caller." }),
  },
  changeSigners: {
    summary: "Change who signs, by a signed statement",
    input: z.strictObject({
      signed: Signed.optional(),
      lost: Hash.optional().meta({
        description:
          "In place of it: the digest of your enrolment for a recovery that nobody is left to admit.",
      }),
    }),
    output: z
      .strictObject({
        digest: Hash,
        state: z.enum(["waits", "done"]),
        head,
      })
      .meta({ id: "ChangedSigner" }),
  },
} as const satisfies Record<string, OperationText>;
