import type {
  ConversationId,
  KeyId,
  MessageId,
  PasskeyId,
  PrincipalId,
  RequestId,
} from "../../domain/id.ts";
import type { LoggedEvent } from "../../domain/log/chain.ts";
import { type Event, type EventData, type EventType, inOrder } from "../../domain/log/event.ts";
import type {
  Key,
  Principal,
  PrincipalKind,
  Right,
  Role,
  WebFacts,
} from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type { Conversation, Message } from "../../domain/requests/conversation.ts";
import type { Actor } from "../../domain/surface.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { KeyOwner, StoredPasskey, Ticket } from "../../ports/store/store.ts";
import type { NewRow, Row } from "../schema/tables.ts";

/* Events, messages, conversations, principals, keys, tickets and passkeys to rows and back. A value that went through its row comes out equal. */

export function eventToRow(event: Event, hash: Uint8Array): NewRow<"events"> {
  const { workspace, seq, type, at, actor, subject, agent, data } = event;
  return {
    workspace,
    seq,
    type,
    at: toMs(at),
    actor: actor ?? null,
    subject,
    agent: agent ?? null,
    data: data === undefined ? null : JSON.stringify(inOrder(data)),
    hash,
  };
}

export function rowToEvent(row: Omit<Row<"events">, "hash">): Event {
  return {
    workspace: row.workspace,
    seq: row.seq,
    type: row.type as EventType,
    at: toTimestamp(row.at),
    ...present({ actor: row.actor === null ? undefined : (row.actor as PrincipalId) }),
    subject: row.subject,
    ...present({
      agent: row.agent === null ? undefined : (row.agent as PrincipalId),
      data: row.data === null ? undefined : (JSON.parse(row.data) as EventData),
    }),
  };
}

export function rowToLoggedEvent(row: Row<"events">): LoggedEvent {
  return { event: rowToEvent(row), hash: row.hash };
}

export function messageToRow(message: Message): NewRow<"messages"> {
  return {
    workspace: message.workspace,
    id: message.id,
    conversation: message.conversation,
    sender: JSON.stringify(message.from),
    text: message.text,
    salt: message.salt,
    created_at: toMs(message.createdAt),
    late_answer_to: message.lateAnswerTo ?? null,
    corrects: message.corrects ?? null,
  };
}

export function rowToMessage(row: Row<"messages">): Message {
  return {
    id: row.id as MessageId,
    workspace: row.workspace,
    conversation: row.conversation as ConversationId,
    from: JSON.parse(row.sender) as Actor,
    text: row.text,
    salt: row.salt,
    createdAt: toTimestamp(row.created_at),
    ...present({
      lateAnswerTo: row.late_answer_to === null ? undefined : (row.late_answer_to as RequestId),
      corrects: row.corrects === null ? undefined : (row.corrects as RequestId),
    }),
  };
}

export function conversationToRow(conversation: Conversation): NewRow<"conversations"> {
  const { workspace, id, agent, title, createdAt } = conversation;
  return { workspace, id, agent, title, created_at: toMs(createdAt) };
}

export function rowToConversation(row: Row<"conversations">): Conversation {
  return {
    id: row.id as ConversationId,
    workspace: row.workspace,
    agent: row.agent as PrincipalId,
    title: row.title,
    createdAt: toTimestamp(row.created_at),
  };
}

export function principalToRow(principal: Principal): NewRow<"principals"> {
  const { workspace, id, kind, name, createdAt } = principal;
  const role = principal.kind === "person" ? principal.role : null;
  const owner = principal.kind === "agent" ? (principal.owner ?? null) : null;
  const haltedAt = principal.kind === "agent" ? principal.haltedAt : undefined;
  return {
    workspace,
    id,
    kind,
    name,
    role,
    created_at: toMs(createdAt),
    owner,
    halted_at: haltedAt === undefined ? null : toMs(haltedAt),
  };
}

export function rowToPrincipal(row: Row<"principals">): Principal {
  const base = {
    id: row.id as PrincipalId,
    workspace: row.workspace,
    name: row.name,
    createdAt: toTimestamp(row.created_at),
  };
  const kind = row.kind as PrincipalKind;
  switch (kind) {
    case "person":
      return { ...base, kind, role: row.role as Role };
    case "agent":
      return {
        ...base,
        kind,
        ...present({
          owner: row.owner === null ? undefined : (row.owner as PrincipalId),
          haltedAt: row.halted_at === null ? undefined : toTimestamp(row.halted_at),
        }),
      };
    case "service":
      return { ...base, kind };
  }
}

export function keyToRow(key: Key, secretHash: string): NewRow<"keys"> {
  return {
    workspace: key.workspace,
    id: key.id,
    principal: key.principal,
    secret_hash: secretHash,
    scopes: JSON.stringify(key.scopes),
    created_at: toMs(key.createdAt),
    revoked_at: key.revokedAt === undefined ? null : toMs(key.revokedAt),
    hold_ms: key.holdMs ?? null,
    unattended: key.unattended === true ? 1 : null,
    web: key.web === undefined ? null : JSON.stringify(key.web),
  };
}

export function rowToKey(row: Omit<Row<"keys">, "secret_hash">): Key {
  return {
    id: row.id as KeyId,
    workspace: row.workspace,
    principal: row.principal as PrincipalId,
    scopes: JSON.parse(row.scopes) as Right[],
    ...present({
      holdMs: row.hold_ms ?? undefined,
      unattended: row.unattended === null ? undefined : true,
      web: row.web === null ? undefined : (JSON.parse(row.web) as WebFacts),
    }),
    createdAt: toTimestamp(row.created_at),
    ...present({ revokedAt: row.revoked_at === null ? undefined : toTimestamp(row.revoked_at) }),
  };
}

export type KeyOwnerRow = Omit<Row<"keys">, "secret_hash"> &
  Pick<Row<"principals">, "kind" | "name" | "role" | "owner" | "halted_at"> & {
    principal_created_at: number;
  };

export function toKeyOwner(row: KeyOwnerRow): KeyOwner {
  const { kind, name, role, owner, halted_at, workspace, principal, principal_created_at } = row;
  return {
    key: rowToKey(row),
    principal: rowToPrincipal({
      kind,
      name,
      role,
      owner,
      halted_at,
      workspace,
      id: principal,
      created_at: principal_created_at,
    }),
  };
}

export function ticketToRow(ticket: Ticket): NewRow<"tickets"> {
  const { workspace, hash, purpose, principal = null, atTerminal, key = null, expiresAt } = ticket;
  return {
    workspace,
    hash,
    purpose,
    principal,
    key,
    at_terminal: atTerminal === undefined ? null : Number(atTerminal),
    expires_at: toMs(expiresAt),
  };
}

export function rowToTicket(row: Row<"tickets">): Ticket {
  return {
    workspace: row.workspace,
    hash: row.hash,
    purpose: row.purpose as Ticket["purpose"],
    ...present({
      principal: row.principal === null ? undefined : (row.principal as PrincipalId),
      atTerminal: row.at_terminal === null ? undefined : row.at_terminal === 1,
      key: row.key === null ? undefined : (row.key as KeyId),
    }),
    expiresAt: toTimestamp(row.expires_at),
  };
}

export function passkeyToRow({
  workspace,
  passkey,
  credential,
}: StoredPasskey): NewRow<"passkeys"> {
  const { id, operator, name, rpId, createdAt, lastUsedAt } = passkey;
  const { credentialId, publicKey, counter, transports } = credential;
  return {
    workspace,
    id,
    principal: operator,
    name,
    rp_id: rpId,
    credential_id: credentialId,
    public_key: publicKey,
    counter,
    transports: JSON.stringify(transports),
    created_at: toMs(createdAt),
    last_used_at: lastUsedAt === undefined ? null : toMs(lastUsedAt),
  };
}

export function rowToPasskey(row: Row<"passkeys">): StoredPasskey {
  return {
    workspace: row.workspace,
    passkey: {
      id: row.id as PasskeyId,
      operator: row.principal as PrincipalId,
      name: row.name,
      rpId: row.rp_id,
      createdAt: toTimestamp(row.created_at),
      ...present({
        lastUsedAt: row.last_used_at === null ? undefined : toTimestamp(row.last_used_at),
      }),
    },
    credential: {
      credentialId: row.credential_id,
      publicKey: row.public_key,
      counter: row.counter,
      transports: JSON.parse(row.transports) as string[],
    },
  };
}
