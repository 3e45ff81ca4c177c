import { askersShort } from "../../../render/askers.ts";
import { notifications } from "../../browser/settings.ts";
import type { Rows } from "./rows.ts";

/*
 * Notifications of the system, while a page is open and somebody looks elsewhere. They name the agent
 * and the kind, never what was asked: they lie on lock screens.
 */

export function notifyOf(items: Rows): void {
  const open = items.filter(({ status }) => status === "open");
  const [first] = open;
  if (first === undefined || !mayNotify()) return;
  const kind = first.kind === "question" ? "a question" : `a ${first.level ?? ""} action`;
  const title =
    open.length === 1
      ? `${askersShort(first)} ${first.alsoAskedBy === undefined ? "waits" : "wait"}: ${kind}`
      : `${open.length} requests wait`;
  const notification = new Notification(title, { tag: "earshot" });
  notification.onclick = () => {
    window.focus();
    notification.close();
  };
}

function mayNotify(): boolean {
  if (!notifications.value || document.hasFocus() || !("Notification" in window)) return false;
  return Notification.permission === "granted";
}
