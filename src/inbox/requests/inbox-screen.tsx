import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RequestId } from "../../domain/id.ts";
import { KEYS } from "../browser/key-table.ts";
import { PASS, useKeys } from "../browser/keys.ts";
import { noteOpened } from "../browser/looked.ts";
import { go } from "../browser/router.ts";
import { isWide } from "../browser/width.ts";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { Guarded } from "../ui/error-boundary.tsx";
import { Icon } from "../ui/icon.tsx";
import { Toasts } from "../ui/toast.tsx";
import { ListPane } from "./list/list-pane.tsx";
import {
  advance,
  extendBy,
  moveBy,
  setSelectedApart,
  startSelection,
  toggleMark,
} from "./list/selection.ts";
import { isAlone, openId, pathOf, query, split } from "./list/split.ts";
import { foldWith, load, loading, marked, rows, selectedId } from "./list/state.ts";
import { say } from "./messages/messages.ts";
import { reopened, undoLast } from "./pane/undo.ts";
import { RequestPane } from "./request-pane.tsx";

/** The list, and the request that is open. */
export function InboxScreen() {
  const pane = useRef<HTMLElement>(null);
  const shown = openId.value ?? (isWide.value ? selectedId.value : undefined);
  const which = `${split.value} ${query.value}`;
  useEffect(() => void load(), [which]);
  useEffect(startSelection, []);
  useEffect(
    () =>
      reopened.subscribe((back) => {
        if (back === undefined) return;
        reopened.value = undefined;
        noteOpened(back.id);
        go(pathOf(split.value, back.id), { replace: true });
      }),
    [],
  );
  useEffect(() => {
    if (!isWide.value && openId.value !== undefined) pane.current?.focus();
  }, [openId.value]);
  // Each request starts at its top; on a phone this also clears the message about the last one.
  useLayoutEffect(() => pane.current?.scrollTo({ top: 0 }), [shown]);
  useListKeys(() => pane.current?.focus());
  return (
    <div class={openId.value === undefined ? "inbox" : "inbox is-open"}>
      <ListPane />
      <main class="pane" ref={pane} tabIndex={-1} aria-label={say("request")}>
        {isAlone.value ? (
          <>
            <h1 class="visually-hidden">{say("request")}</h1>
            <div class="pane-top">
              <Back />
              <Toasts place="aside" hasRows={false} />
            </div>
          </>
        ) : null}
        {shown === undefined ? <NoneOpen /> : <Open id={shown} />}
      </main>
    </div>
  );
}

function Open({ id }: { readonly id: RequestId }) {
  const isSettled = useSettled(id);
  if (!isSettled) return <div class="pane-wait" aria-busy="true" />;
  return (
    <Guarded key={id}>
      <RequestPane id={id} fold={foldWith(id)} onDecided={() => advance(id)} />
    </Guarded>
  );
}

function NoneOpen() {
  if (loading.value !== "no" || rows.value.length === 0) return null;
  return <Empty title={say("choose")}>{say("choose.about")}</Empty>;
}

function Back() {
  return (
    <Button kind="quiet" class="pane-back" onClick={() => go(pathOf(split.value))}>
      <Icon name="back" />
      {say("inbox")}
    </Button>
  );
}

function useListKeys(focusPane: () => void): void {
  const move =
    (step: number, by: (step: number) => void = moveBy) =>
    () => {
      by(step);
      focusRow();
    };
  // In the reading pane the arrow keys scroll.
  const unlessReading = (act: () => void) => () => {
    if (document.activeElement?.closest(".pane, dialog, .rail")) return PASS;
    return act();
  };
  useKeys("list", {
    [KEYS.next.key]: move(1),
    [KEYS.previous.key]: move(-1),
    ArrowDown: unlessReading(move(1)),
    ArrowUp: unlessReading(move(-1)),
    [KEYS.selectNext.key]: move(1, extendBy),
    [KEYS.selectPrevious.key]: move(-1, extendBy),
    [KEYS.select.key]: () => selectedId.value && toggleMark(selectedId.value),
    [KEYS.unfold.key]: unlessReading(() => setSelectedApart(true)),
    [KEYS.fold.key]: unlessReading(() => setSelectedApart(false)),
    [KEYS.showNew.key]: () => load(),
    [KEYS.undo.key]: () => undoLast(),
    Enter: unlessReading(() => {
      if (selectedId.value === undefined) return;
      noteOpened(selectedId.value);
      go(pathOf(split.value, selectedId.value), { replace: isWide.value });
      focusPane();
    }),
    Escape: back,
  });
}

function back(): void {
  if (marked.value.size > 0) marked.value = new Set();
  else if (document.activeElement?.closest(".pane") && isWide.value) focusRow();
  else if (!isWide.value && openId.value !== undefined) go(pathOf(split.value));
  else if (query.value !== "") go(pathOf(split.value, undefined, ""));
}

/** The focus follows the selection: a screen reader says the row, and Tab goes on from there. */
function focusRow(): void {
  requestAnimationFrame(() => {
    const row = document.querySelector<HTMLElement>(".rows li a[aria-current]");
    row?.focus({ preventScroll: true });
  });
}

const FAST_MS = 150;
const REST_MS = 90;

/**
 * Whether a value has come to rest. The selection is painted before the selected request is drawn.
 * Requests that are only passed on the way are neither drawn nor counted as seen.
 */
function useSettled(value: string): boolean {
  const [settled, settle] = useState("");
  const changed = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (value === settled) return;
    const now = performance.now();
    const waitMs = now - changed.current < FAST_MS ? REST_MS : 0;
    changed.current = now;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => settle(value), waitMs);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [value, settled]);
  return value === settled;
}
