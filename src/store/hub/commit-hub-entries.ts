import type { Delivery } from "../../domain/hub/delivery.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Entry } from "../schema/write-row.ts";
import { attentionToRow, deliveryToRow, linkToRow } from "./rows.ts";

export type OutboxWrite = Extract<Write, { readonly type: `outbox.${string}` }>;
export type LinkWrite = Extract<
  Write,
  { readonly type: `${"link" | "attention" | "rider"}.${string}` }
>;

/** An account has one link in all workspaces: one link at a time is made. */
const LINKS = "links";

export function outboxEntry(workspace: WorkspaceId, write: OutboxWrite): Entry {
  switch (write.type) {
    case "outbox.insert":
    case "outbox.put": {
      const { delivery } = write;
      return {
        kind: write.type,
        rows: [deliveryRow(workspace, delivery)],
        places: [`${workspace} ${delivery.id}`],
        within: [`${workspace} ${delivery.item}`],
      };
    }
    case "outbox.settle": {
      const { item } = write;
      const row = { workspace, item, at: toMs(write.at) };
      return { kind: write.type, rows: [row], places: [`${workspace} ${item}`] };
    }
    case "outbox.hasten": {
      const { item, heldFor, operator } = write;
      const row = { workspace, item, operator, held_for: heldFor, at: toMs(write.at) };
      return { kind: write.type, rows: [row], places: [`${workspace} ${item}`] };
    }
    default:
      throw new Error(`Unknown write ${String(write satisfies never)}`);
  }
}

function deliveryRow(workspace: WorkspaceId, delivery: Delivery): object {
  const { post } = delivery;
  const posts = post === undefined ? {} : { post_chat: post.chatId, posts: post.ids };
  return { ...deliveryToRow(delivery), workspace, ...posts };
}

export function linkEntry(workspace: WorkspaceId, write: LinkWrite): Entry {
  const at = (name: string) => [`${workspace} ${name}`];
  switch (write.type) {
    case "link.insert":
      return { kind: write.type, rows: [linkToRow(write.link)], places: [LINKS] };
    case "link.heard": {
      const { channel, chatId, at: heard } = write;
      const row = { workspace, channel, chat: chatId, at: toMs(heard) };
      return { kind: write.type, rows: [row], places: at(`heard ${channel} ${chatId}`) };
    }
    case "link.rank": {
      const { id, rank } = write;
      return { kind: write.type, rows: [{ workspace, id, rank }], places: at(id) };
    }
    case "link.remove":
      return { kind: write.type, rows: [{ workspace, id: write.id }], places: at(write.id) };
    case "attention.put": {
      const row = attentionToRow(workspace, write.attention);
      return { kind: write.type, rows: [row], places: at(`attention ${row.operator}`) };
    }
    case "rider.put": {
      const { leader, request } = write;
      const places = [...at(leader), ...at(`rider ${request}`)];
      return { kind: write.type, rows: [{ workspace, leader, request }], places };
    }
    case "rider.remove": {
      const { request } = write;
      return { kind: write.type, rows: [{ workspace, request }], places: at(`rider ${request}`) };
    }
    default:
      throw new Error(`Unknown write ${String(write satisfies never)}`);
  }
}
