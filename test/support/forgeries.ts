import type { RowKind } from "../../src/domain/log/sayings.ts";

/** A change by somebody who has access to the store, made without any server. */
export interface Forgery {
  readonly id: string;
  readonly does: string;
  /** The change in both engines, to the first row that `where` finds. */
  readonly table: string;
  readonly key: string;
  readonly where: string;
  readonly set: string;
  /** By what the log knows it. */
  readonly finds: { readonly kind: RowKind; readonly fact?: string };
}

type Change = Pick<Forgery, "does" | "where" | "set"> & { readonly fact: string };

function of(
  kind: RowKind,
  { table, key = "id" }: { readonly table: string; readonly key?: string },
  changes: Readonly<Record<string, Change>>,
): Forgery[] {
  return Object.entries(changes).map(([name, { fact, ...change }]) => ({
    id: `${kind}/${name}`,
    table,
    key,
    ...change,
    finds: { kind, fact },
  }));
}

const ANSWERED = "status = 'answered' and erased_at is null";
const APPROVED = "status = 'approved'";
const OTHER = `'${"A".repeat(43)}'`;

/** What can be forged in the lived record, and the name under which it is found. */
export const FORGERIES: readonly Forgery[] = [
  ...of(
    "request",
    { table: "requests" },
    {
      answer: {
        does: "puts other words into an answer",
        fact: "answer",
        where: ANSWERED,
        set: `answer = '{"text":"DROP ALL"}'`,
      },
      question: {
        does: "puts another question before an answer",
        fact: "question",
        where: ANSWERED,
        set: `question = '{"text":"Drop all?","form":{"kind":"text"}}'`,
      },
      answerer: {
        does: "gives an answer to another person",
        fact: "closedBy",
        where: ANSWERED,
        set: "closed_by = replace(closed_by, 'prn_', 'prn_x')",
      },
      "answerer-name": {
        does: "puts another name under an answer",
        fact: "closedBy",
        where: ANSWERED,
        set: `closed_by = replace(closed_by, '"name":"ana"', '"name":"owner"')`,
      },
      surface: {
        does: "has an answer come from another place",
        fact: "via",
        where: ANSWERED,
        set: `closed_by = replace(closed_by, '"via":"library"', '"via":"console"')`,
      },
      moment: {
        does: "moves an answer in time",
        fact: "closedAt",
        where: ANSWERED,
        set: "closed_at = closed_at - 1000",
      },
      reopened: {
        does: "opens a question again",
        fact: "status",
        where: ANSWERED,
        set: "status = 'open', answer = null, closed_by = null, closed_at = null",
      },
      approved: {
        does: "makes a rejection an approval",
        fact: "status",
        where: "status = 'rejected' and closed_by is not null",
        set: `status = 'approved', decision = '{"basis":{"kind":"people"},"collectBy":"2099-01-01T00:00:00.000Z"}'`,
      },
      "never-approved": {
        does: "hides that what was taken back had been approved",
        fact: "isRevoked",
        where: "status = 'rejected' and decision like '%approvedAt%'",
        set: `decision = '{"basis":{"kind":"people"}}'`,
      },
      "approved-open": {
        does: "approves what is open",
        fact: "status",
        where: "status = 'open' and kind = 'authorization'",
        set: `status = 'approved', closed_at = created_at, decision = '{"basis":{"kind":"rule","rule":"reads"},"collectBy":"2099-01-01T00:00:00.000Z"}'`,
      },
      basis: {
        does: "has a rule approve what people did",
        fact: "basis",
        where: `${APPROVED} and decision like '%people%'`,
        set: `decision = replace(decision, '"kind":"people"', '"kind":"rule","rule":"reads"')`,
      },
      action: {
        does: "puts other arguments under an approval",
        fact: "action",
        where: `${APPROVED} and decision like '%people%'`,
        set: "action = replace(action, 'example.org', 'evil.example')",
      },
      digest: {
        does: "puts another digest under an approval",
        fact: "action",
        where: APPROVED,
        set: `digest = '${"0".repeat(64)}'`,
      },
      vote: {
        does: "gives a vote to another person",
        fact: "vote",
        where: `${APPROVED} and "authorization" like '%"votes":[{%'`,
        set: `"authorization" = replace("authorization", '"by":{"principal":"prn_', '"by":{"principal":"prn_x')`,
      },
      reason: {
        does: "puts another reason under a rejection",
        fact: "words",
        where: "status = 'rejected' and closed_by is not null",
        set: "reason = 'Because ben said so.'",
      },
      "agent-words": {
        does: "changes what an agent gave as its reason",
        fact: "said",
        where: APPROVED,
        set: `"authorization" = replace("authorization", 'They asked.', 'Ana wants it.')`,
      },
      level: {
        does: "lowers the level of an action",
        fact: "level",
        where: "status = 'open' and kind = 'authorization'",
        set: `"authorization" = replace("authorization", '"level":"MEDIUM"', '"level":"LOW"')`,
      },
      "cancel-reason": {
        does: "puts another reason under a cancellation",
        fact: "words",
        where: "status = 'cancelled' and reason is not null",
        set: "reason = 'Ana told me to.'",
      },
      erased: {
        does: "erases an answer that nobody had erased",
        fact: "isErased",
        where: ANSWERED,
        set: `salt = '', erased_at = closed_at, question = '{"text":"(erased)","form":{"kind":"text"}}', answer = '{"text":"(erased)"}'`,
      },
      "erased-words": {
        does: "puts words where words were erased",
        fact: "isErased",
        where: "erased_at is not null",
        set: `answer = '{"text":"Yes, delete it."}'`,
      },
    },
  ),
  ...of(
    "grant",
    { table: "grants", key: "request" },
    {
      unused: {
        does: "makes a used grant as good as new",
        fact: "isUsed",
        where: "consumed_at is not null",
        set: "consumed_at = null",
      },
      digest: {
        does: "puts another digest into a grant",
        fact: "digest",
        where: "consumed_at is null",
        set: `digest = '${"0".repeat(64)}'`,
      },
    },
  ),
  ...of(
    "message",
    { table: "messages" },
    {
      text: {
        does: "puts other words into a message",
        fact: "text",
        where: "text = 'Thank you.'",
        set: "text = 'Drop it all.'",
      },
      late: {
        does: "puts other words into a late answer",
        fact: "text",
        where: "late_answer_to is not null",
        set: "text = 'the right one'",
      },
      sender: {
        does: "has a person say what an agent said",
        fact: "from",
        where: "text = 'The build is done.'",
        set: "sender = replace(sender, 'prn_', 'prn_x')",
      },
    },
  ),
  ...of(
    "principal",
    { table: "principals" },
    {
      role: {
        does: "makes a viewer an owner",
        fact: "role",
        where: "role = 'viewer' and name = 'guest'",
        set: "role = 'owner'",
      },
      kind: {
        does: "makes an agent a person",
        fact: "kind",
        where: "name = 'crawler'",
        set: "kind = 'person', role = 'owner'",
      },
      owner: {
        does: "takes an agent from its owner, who may not decide for it",
        fact: "owner",
        where: "name = 'crawler'",
        set: "owner = null",
      },
      halted: {
        does: "serves a halted agent again",
        fact: "haltedAt",
        where: "halted_at is not null",
        set: "halted_at = null",
      },
    },
  ),
  ...of(
    "key",
    { table: "keys" },
    {
      maker: {
        does: "says that somebody else has made a key",
        fact: "maker",
        where: "unattended = 1",
        set: `made_by = ${OTHER}`,
      },
      hash: {
        does: "puts the hash of a secret of its own into a key",
        fact: "key",
        where: "unattended = 1",
        set: `secret_hash = ${OTHER}`,
      },
      scopes: {
        does: "gives a key rights that it was not made with",
        fact: "key",
        where: `scopes = '["read"]'`,
        set: `scopes = '["ask","read","tell"]'`,
      },
      revoked: {
        does: "makes a revoked key good again",
        fact: "revokedAt",
        where: "revoked_at is not null",
        set: "revoked_at = null",
      },
      end: {
        does: "lets a key that was replaced have no end",
        fact: "expiresAt",
        where: "expires_at is not null",
        set: "expires_at = null",
      },
      holder: {
        does: "gives an agent's key to a person",
        fact: "holder",
        where: `scopes = '["read"]'`,
        set: "principal = (select id from principals where name = 'owner')",
      },
      unattended: {
        does: "has a key for scripts count as a person's own",
        fact: "isUnattended",
        where: "unattended = 1",
        set: "unattended = null",
      },
    },
  ),
  ...of(
    "passphrase",
    { table: "passphrases", key: "principal" },
    {
      hash: {
        does: "puts the hash of a passphrase of its own in the place of one",
        fact: "hash",
        where: "true",
        set: `hash = ${OTHER}`,
      },
    },
  ),
  ...of(
    "permission",
    { table: "permissions" },
    {
      scope: {
        does: "widens what a permission covers",
        fact: "scope",
        where: "scope = 'target'",
        set: "scope = 'pattern', tool = '*', args_digest = null",
      },
      arguments: {
        does: "has a permission cover other arguments",
        fact: "permission",
        where: "scope = 'target'",
        set: `args_digest = ${OTHER}`,
      },
      until: {
        does: "lengthens the life of a permission",
        fact: "permission",
        where: "scope = 'target'",
        set: "until = until + 86400000",
      },
      level: {
        does: "raises the level that a permission covers",
        fact: "level",
        where: "scope = 'target'",
        set: "level = 'HIGH'",
      },
      revoked: {
        does: "gives back a permission that was taken back",
        fact: "revokedAt",
        where: "revoked_at is not null",
        set: "revoked_at = null",
      },
      uses: {
        does: "makes a used permission as good as new",
        fact: "number of uses",
        where: "uses > 0",
        set: "uses = 0",
      },
    },
  ),
  ...of(
    "policy",
    { table: "policies", key: "revision" },
    {
      maker: {
        does: "puts a policy in force in the name of somebody else",
        fact: "maker",
        where: "in_force = 1",
        set: `made_by = ${OTHER}`,
      },
      source: {
        does: "turns a rule of the policy round",
        fact: "revision",
        where: "in_force = 1",
        set: "source = replace(source, 'deny', 'allow')",
      },
    },
  ),
  ...of(
    "workspace",
    { table: "policies", key: "workspace" },
    {
      policy: {
        does: "puts no policy in force",
        fact: "policy",
        where: "in_force = 1",
        set: "in_force = null",
      },
    },
  ),
  ...of(
    "memory",
    { table: "memory_entries", key: "id" },
    {
      value: {
        does: "puts other words into a memory",
        fact: "version 2",
        where: "value = 'two'",
        set: "value = 'three'",
      },
      deleted: {
        does: "brings back what was deleted from a memory",
        fact: "version 2",
        where: "value is null",
        set: "value = 'soon'",
      },
    },
  ),
  ...of(
    "memory",
    { table: "memory_versions", key: "id" },
    {
      version: {
        does: "puts other words into an earlier version",
        fact: "version 1",
        where: "value = 'one'",
        set: "value = 'none'",
      },
    },
  ),
  ...of(
    "session",
    { table: "sessions" },
    {
      task: {
        does: "gives a session another task",
        fact: "task",
        where: "status = 'queued'",
        set: "body = replace(body, 'Write the report.', 'Delete the report.')",
      },
      pending: {
        does: "has an old order carried out that waits for a person",
        fact: "status",
        where: "status = 'pending'",
        set: `status = 'queued', body = replace(body, '"status":"pending"', '"status":"queued"')`,
      },
    },
  ),
  ...of(
    "conversation",
    { table: "conversations" },
    {
      agent: {
        does: "gives a conversation to another agent",
        fact: "agent",
        where: "title = 'The move'",
        set: "agent = (select id from principals where name = 'crawler')",
      },
    },
  ),
  ...of(
    "liaison",
    { table: "liaisons" },
    {
      words: {
        does: "puts other words into a conversation of the liaison",
        fact: "exchange",
        where: "true",
        set: "body = replace(body, 'a sales dashboard.', 'all passwords.')",
      },
      attached: {
        does: "gives what is attached to it another name",
        fact: "exchange",
        where: "true",
        set: "body = replace(body, 'sales.csv', 'sales.exe')",
      },
    },
  ),
  ...of(
    "liaison",
    { table: "contents", key: "owner" },
    {
      content: {
        does: "puts other bytes into what is attached",
        fact: "content",
        where: "true",
        set: "text = 'north,4'",
      },
      digest: {
        does: "has what is attached go by another digest",
        fact: "missing content",
        where: "true",
        set: `digest = 'sha256:${"0".repeat(64)}'`,
      },
    },
  ),
  ...of(
    "request",
    { table: "contents", key: "owner" },
    {
      evidence: {
        does: "puts other bytes into what people were shown",
        fact: "content",
        where: "owner like 'req%'",
        set: "text = 'Sunday'",
      },
      "evidence-digest": {
        does: "has what people were shown go by another digest",
        fact: "missing content",
        where: "owner like 'req%'",
        set: `digest = 'sha256:${"0".repeat(64)}'`,
      },
    },
  ),
];

/** Rows that are inserted or removed whole, with the kind and the id under which that is found. */
export const WHOLE_ROWS: readonly {
  readonly id: string;
  readonly does: string;
  readonly table: string;
  readonly key: string;
  readonly where: string;
  readonly is: "gone" | "copied";
  readonly kind: RowKind;
}[] = [
  ...(["request", "permission", "session", "conversation"] as const).map((kind) => ({
    id: `${kind}/gone`,
    does: `takes a ${kind} out`,
    is: "gone" as const,
    kind,
    table: `${kind}s`,
    key: "id",
    where: kind === "conversation" ? "title = 'The move'" : "true",
  })),
  {
    id: "content/gone",
    does: "takes out what is attached to a conversation",
    is: "gone",
    kind: "liaison",
    table: "contents",
    key: "owner",
    where: "true",
  },
  {
    id: "evidence/gone",
    does: "takes out what people were shown",
    is: "gone",
    kind: "request",
    table: "contents",
    key: "owner",
    where: "owner like 'req%'",
  },
  ...(["key", "permission", "request", "message", "grant"] as const).map((kind) => ({
    id: `${kind}/put-in`,
    does: `puts a ${kind} in that nobody has made`,
    is: "copied" as const,
    kind,
    table: `${kind}s`,
    key: kind === "grant" ? "request" : "id",
    where: "true",
  })),
];
