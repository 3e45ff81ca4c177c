import type { RequestId } from "../../../domain/id.ts";
import type { InboxItem } from "../../../domain/inbox/inbox.ts";
import type { Event } from "../../../domain/log/event.ts";
import { askersShort } from "../../../render/askers.ts";
import { announce } from "../../browser/announce.ts";
import { notifications } from "../../browser/settings.ts";
import { words } from "../../parts/render-words.ts";
import { api } from "../../server/api.ts";
import { onEvent, onReset } from "../../server/live.ts";
import { me } from "../../server/me.ts";
import { say } from "./messages/messages.ts";
import { closedWords } from "./row-words.ts";
import {
  changesSplits,
  leaderIn,
  needsAsking,
  type Rows,
  replaced,
  rowAfter,
  rowWith,
} from "./rows.ts";
import { load, loading, refresh, rowOf, rows, waitingRows } from "./state.ts";

/* Keeps the rows current by the event stream, without moving any of them. */

const REFRESH_MS = 250;
/** Several events of one request lead to one question about it. */
const ASK_MS = 20;
const asked = new Map<RequestId, ReturnType<typeof setTimeout>>();
let refreshing: ReturnType<typeof setTimeout> | undefined;

export function startChanges(): () => void {
  const stops = [onEvent(take), onReset(() => void load())];
  return () => {
    for (const stop of stops) stop();
  };
}

function take(event: Event): void {
  if (changesSplits(event)) refreshSoon();
  if (!event.subject.startsWith("req_")) return;
  const id = event.subject as RequestId;
  const myId = me.value?.principal.id;
  rows.value = replaced(rows.value, id, (row) => rowAfter(row, event, myId));
  waitingRows.value = replaced(waitingRows.value, id, (row) => rowAfter(row, event, myId)).filter(
    ({ status }) => status === "open",
  );
  const leader = event.data?.leader ?? leaderIn(rows.value, id);
  if (leader !== undefined) takeSharing(event, leader);
  if (needsAsking(event) && rowOf(id) !== undefined) askSoon(id);
}

/** An agent that asks what another already asks is named in that row and has none of its own. */
function takeSharing({ type, subject }: Event, leader: RequestId): void {
  if (type === "request.shared") {
    rows.value = rows.value.filter(({ id }) => id !== subject);
    waitingRows.value = waitingRows.value.filter(({ id }) => id !== subject);
  }
  if (rowOf(leader) !== undefined) askSoon(leader);
}

function askSoon(id: RequestId): void {
  if (asked.has(id)) return;
  asked.set(
    id,
    setTimeout(() => void ask(id), ASK_MS),
  );
}

async function ask(id: RequestId): Promise<void> {
  asked.delete(id);
  try {
    const detail = await api.inboxItem({ id });
    const before = rowOf(id);
    rows.value = replaced(rows.value, id, (row) => rowWith(row, detail));
    const after = rowOf(id);
    const by = after?.closedBy;
    if (
      before?.closedBy === undefined &&
      by !== undefined &&
      by.principal !== me.value?.principal.id
    ) {
      if (after !== undefined) announce(closedWords(after));
    }
  } catch {
    // The row shows what the event said; opening it asks again.
  }
}

function refreshSoon(): void {
  if (refreshing !== undefined) return;
  refreshing = setTimeout(() => {
    refreshing = undefined;
    // A list that is already on its way would overwrite newer rows.
    if (loading.peek() === "first") return refreshSoon();
    void refresh().then((all) => {
      // What others have to decide notifies nobody here.
      const isNew = all.filter(({ forOthers }) => forOthers === undefined);
      if (isNew.length === 0) return;
      announce(say("announce.new", { count: isNew.length }));
      notifyOf(isNew);
    });
  }, REFRESH_MS);
}

/*
 * System notifications while a page is open and somebody looks elsewhere. They name the agent and
 * the kind, never what was asked: they appear on lock screens.
 */

function notifyOf(items: Rows): void {
  const open = items.filter(({ status }) => status === "open");
  const [first] = open;
  if (first === undefined || !mayNotify()) return;
  const title = open.length === 1 ? wordsOf(first) : say("notice.many", { count: open.length });
  const notification = new Notification(title, { tag: "earshot" });
  notification.onclick = () => {
    window.focus();
    notification.close();
  };
}

function wordsOf(item: InboxItem): string {
  const [who, count] = [askersShort(item, words), item.alsoAskedBy === undefined ? 1 : 2];
  if (item.kind === "question") return say("notice.question", { who, count });
  return say("notice.action", { who, count, level: item.level ?? "" });
}

function mayNotify(): boolean {
  if (!notifications.value || document.hasFocus() || !("Notification" in window)) return false;
  return Notification.permission === "granted";
}
