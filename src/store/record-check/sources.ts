import type { PrincipalId } from "../../domain/id.ts";
import { ownConversation } from "../../domain/id.ts";
import { LOG_SAYS } from "../../domain/log/log-says.ts";
import type { Facts, RowKind } from "../../domain/log/sayings.ts";
import { changedBy } from "../../domain/votes/changed-signers.ts";
import type { SignerEntry } from "../../domain/votes/signer-chain.ts";
import { rowToPrincipal } from "../people/rows.ts";
import type { Row, Tables } from "../schema/tables.ts";
import {
  conversationFacts,
  type Ground,
  grantFacts,
  keyFacts,
  liaisonFacts,
  memoryFacts,
  messageFacts,
  passkeyFacts,
  passphraseFacts,
  permissionFacts,
  policyFacts,
  principalFacts,
  requestFacts,
  sessionFacts,
  signersFacts,
  statementFacts,
} from "./row-facts.ts";

/** A table whose rows the log speaks of, read a page at a time along its key. */
export interface RowSource {
  readonly kind: RowKind;
  readonly table: keyof Tables;
  /** The columns of its key behind the workspace. */
  readonly key: readonly string[];
  /** Rows of another table that belong to those of a page. */
  readonly beside?: readonly Beside[];
  idOf(row: StoredRow): string;
  /** The subjects of the events that may speak of it. */
  subjectsOf(row: StoredRow): readonly string[];
  factsOf(row: StoredRow, ground: Ground, beside: readonly StoredRow[]): Facts;
  /** Whether it may be there without an event that names it. */
  mayBeUnnamed(row: StoredRow, beside: readonly StoredRow[]): boolean;
}

export type StoredRow = Readonly<Record<string, unknown>>;

interface Beside {
  readonly table: keyof Tables;
  readonly column: string;
  /** What stands in that column for a row of the page. */
  of(row: StoredRow): string;
  /** The columns that are read; all where absent. */
  readonly take?: readonly string[];
}

type SourceOf<T extends keyof Tables> = {
  readonly kind: RowKind;
  readonly table: T;
  readonly key: readonly (string & keyof Row<T>)[];
  readonly beside?: readonly Beside[];
  readonly id?: string & keyof Row<T>;
  readonly subjectsOf?: (row: Row<T>) => readonly (string | null)[];
  factsOf(row: Row<T>, ground: Ground, beside: readonly StoredRow[]): Facts;
  readonly mayBeUnnamed?: (row: Row<T>, beside: readonly StoredRow[]) => boolean;
};

/** Whatever the rows are of, they are of the table that is named with it. */
function source<T extends keyof Tables>(given: SourceOf<T>): RowSource {
  const { id = "id", subjectsOf, factsOf, mayBeUnnamed } = given;
  const idOf = (row: StoredRow) => String(row[id]);
  return {
    ...given,
    idOf,
    subjectsOf: (row) =>
      (subjectsOf?.(row as unknown as Row<T>) ?? [idOf(row)]).filter((one) => one !== null),
    factsOf: (row, ground, beside) => factsOf(row as unknown as Row<T>, ground, beside),
    mayBeUnnamed: (row, beside) => mayBeUnnamed?.(row as unknown as Row<T>, beside) ?? false,
  };
}

/** An agent's own conversation comes with the agent. */
function isOwn({ id, agent }: Row<"conversations">): boolean {
  return id === ownConversation(agent as PrincipalId);
}

/** Without what is in them. */
const CONTENTS: Beside = {
  table: "contents",
  column: "owner",
  of: ({ id }) => String(id),
  take: ["owner", "digest"],
};

function contentsOf(
  { id }: { readonly id: string },
  beside: readonly StoredRow[],
): ReadonlySet<string> {
  return new Set(beside.flatMap(({ owner, digest }) => (owner === id ? [String(digest)] : [])));
}

/** Whatever no entry says of itself was written without the server, and is named by no event. */
function subjectOf(body: string): string | null {
  try {
    return changedBy(JSON.parse(body) as SignerEntry).subject;
  } catch {
    return null;
  }
}

const MEMORY = {
  kind: "memory",
  factsOf: (row: Row<"memory_entries">, ground: Ground) => memoryFacts(row, ground),
} as const;

/** In this order the tables are compared. */
export const SOURCES: readonly RowSource[] = [
  source({ kind: "principal", table: "principals", key: ["id"], factsOf: principalFacts }),
  source({
    kind: "key",
    table: "keys",
    key: ["id"],
    beside: [{ table: "principals", column: "id", of: (row) => String(row["principal"]) }],
    factsOf(row, ground, beside) {
      const found = beside.find((one) => one["id"] === row.principal);
      const holder =
        found === undefined ? undefined : rowToPrincipal(found as unknown as Row<"principals">);
      return keyFacts(row, ground, holder);
    },
  }),
  source({ kind: "passkey", table: "passkeys", key: ["id"], factsOf: passkeyFacts }),
  source({
    kind: "passphrase",
    table: "passphrases",
    key: ["principal"],
    id: "principal",
    factsOf: passphraseFacts,
  }),
  source({ kind: "permission", table: "permissions", key: ["id"], factsOf: permissionFacts }),
  source({
    kind: "policy",
    table: "policies",
    key: ["revision"],
    id: "revision",
    subjectsOf: ({ workspace }) => [workspace],
    factsOf: policyFacts,
  }),
  source({
    kind: "conversation",
    table: "conversations",
    key: ["id"],
    factsOf: conversationFacts,
    mayBeUnnamed: isOwn,
  }),
  source({
    kind: "request",
    table: "requests",
    key: ["id"],
    beside: [CONTENTS],
    factsOf: (row, ground, beside) => requestFacts(row, ground, contentsOf(row, beside)),
  }),
  source({ kind: "grant", table: "grants", key: ["request"], id: "request", factsOf: grantFacts }),
  source({
    kind: "message",
    table: "messages",
    key: ["id"],
    beside: [{ table: "liaisons", column: "id", of: ({ conversation }) => String(conversation) }],
    subjectsOf: ({ id, late_answer_to, corrects, asks_back }) => [
      id,
      late_answer_to,
      corrects,
      asks_back,
    ],
    factsOf: messageFacts,
    // What is said in a conversation of the liaison is logged with that, and compared there.
    mayBeUnnamed: ({ conversation }, beside) => beside.some(({ id }) => id === conversation),
  }),
  source({
    ...MEMORY,
    table: "memory_entries",
    key: ["agent", "run", "key"],
    factsOf: (row, ground) => ({ version: row.version, ...memoryFacts(row, ground) }),
  }),
  source({ ...MEMORY, table: "memory_versions", key: ["agent", "run", "key", "version"] }),
  source({
    kind: "signers",
    table: "signer_chain",
    key: ["seq"],
    id: "seq",
    subjectsOf: ({ body }) => [subjectOf(body)],
    factsOf: signersFacts,
  }),
  source({
    kind: "statement",
    table: "statements",
    key: ["digest"],
    id: "digest",
    beside: [
      {
        table: "requests",
        column: "id",
        of: ({ subject }) => String(subject),
        take: ["id", "erased_at"],
      },
    ],
    subjectsOf: ({ digest, subject }) => [digest, subject],
    factsOf: (row, ground, beside) =>
      statementFacts(row, ground, {
        isErased: beside.some(({ id, erased_at: at }) => id === row.subject && at !== null),
      }),
  }),
  source({ kind: "session", table: "sessions", key: ["id"], factsOf: sessionFacts }),
  source({
    kind: "liaison",
    table: "liaisons",
    key: ["id"],
    beside: [{ table: "messages", column: "conversation", of: ({ id }) => String(id) }, CONTENTS],
    factsOf: (row, ground, beside) =>
      liaisonFacts(row, ground, {
        messages: (beside as unknown as Row<"messages">[]).filter(
          (one) => one.conversation === row.id,
        ),
        contents: contentsOf(row, beside),
      }),
  }),
];

/** The types of events that say something of a kind. */
export function typesOf(kind: RowKind): readonly string[] {
  return Object.entries(LOG_SAYS).flatMap(([type, { of }]) => (of.includes(kind) ? [type] : []));
}
