import { computed } from "@preact/signals";
import type { RequestId } from "../../../domain/id.ts";
import { SPLITS, type Split } from "../../../domain/inbox/inbox.ts";
import { go, place } from "../../browser/router.ts";
import { isWide } from "../../browser/width.ts";
import { say } from "./messages/messages.ts";

/* Which part of the inbox is shown, and which request is open: both are in the address. */

export function splitName(which: Split): string {
  return say(`split.${which}`);
}

export const split = computed<Split>(() => {
  const first = place.value.parts[0];
  return SPLITS.find((one) => one === first) ?? "needs_me";
});

export const query = computed(() => place.value.query.get("q") ?? "");

/** The request that the address names. */
export const openId = computed<RequestId | undefined>(() => {
  const last = place.value.parts.at(-1) ?? "";
  return last.startsWith("req_") ? (last as RequestId) : undefined;
});

/** Whether a request is shown without the list beside it. */
export const isAlone = computed(() => !isWide.value && openId.value !== undefined);

export function pathOf(which: Split, id?: RequestId, words = query.value): string {
  const parts = [which === "needs_me" ? undefined : which, id].filter((part) => part !== undefined);
  const search = words === "" ? "" : `?${new URLSearchParams({ q: words })}`;
  return `/${parts.join("/")}${search}`;
}

export function goToSplit(which: Split): void {
  go(pathOf(which, undefined, ""));
}

/** Searches all requests; an empty search leads back to the split. */
export function lookFor(words: string): void {
  go(pathOf(split.value, undefined, words), { replace: query.value !== "" });
}
