import { untracked, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { RequestId } from "../../../domain/id.ts";
import { KEYS } from "../../browser/key-table.ts";
import { api } from "../../server/api.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Notice } from "../../ui/notice.tsx";
import { say } from "./messages/messages.ts";
import { Row } from "./row.tsx";
import { placeOf, type Rows } from "./rows.ts";
import { pathOf, query, split } from "./split.ts";
import {
  counts,
  failure,
  hasMore,
  load,
  loading,
  loadMore,
  needsMe,
  rows,
  selectedId,
  waitingRows,
} from "./state.ts";
import { useWindow } from "./use-window.ts";

/** The next page is loaded this many rows before the end. */
const AHEAD = 20;

/** The rows; of a long list, only those near the visible part are in the document. */
export function RowsView() {
  const box = useRef<HTMLDivElement>(null);
  const list = rows.value;
  const { from, to, rowPx, end } = useWindow(box, list.length);
  const shown = list.slice(from, to);
  useEffect(() => {
    if (hasMore.value && end > list.length - AHEAD) void loadMore();
    noteShown(shown);
  });
  useSignalEffect(() => {
    const id = selectedId.value;
    if (box.current !== null)
      reveal(
        box.current,
        untracked(() => placeOf(rows.value, id)),
      );
    requestAnimationFrame(followFocus);
  });
  return (
    <div class="rows" ref={box} aria-busy={loading.value !== "no"}>
      {failure.value === undefined ? null : <Failed message={failure.value} />}
      {list.length === 0 && loading.value === "no" && failure.value === undefined ? (
        <Nothing />
      ) : null}
      {list.length === 0 ? null : (
        <ul
          aria-label={say("requests")}
          style={{
            paddingTop: `${from * rowPx}px`,
            paddingBottom: `${(list.length - to) * rowPx}px`,
          }}
        >
          {shown.map((item, index) => (
            <Row
              key={item.id}
              item={item}
              place={from + index + 1}
              of={hasMore.value ? -1 : list.length}
            />
          ))}
        </ul>
      )}
      {hasMore.value || loading.value === "first" ? null : (
        <>
          <ForOthers />
          <StillNew />
        </>
      )}
    </div>
  );
}

/** At the end of the list: where those are that the count knows and no row shows. */
function StillNew() {
  const count = waitingRows.value.length;
  if (split.value !== "needs_me" || query.value !== "" || count === 0) return null;
  return (
    <p class="rows-others">
      {say("new.rest", { all: needsMe.value, count })}{" "}
      <Button kind="quiet" shortcut={KEYS.showNew} onClick={() => void load()}>
        {say("new.show")}
      </Button>
    </p>
  );
}

/** At the end of the list: says that more waits for others to decide, with a link. */
function ForOthers() {
  const { others } = counts.value;
  if (split.value !== "needs_me" || query.value !== "" || others === 0) return null;
  return (
    <p class="rows-others">
      <a href={pathOf("others")}>{say("for-others", { count: others })}</a>
    </p>
  );
}

/** No other row looks chosen: a focus that was on one goes along. */
function followFocus(): void {
  if (document.activeElement?.matches(".rows li a:not([aria-current])") !== true) return;
  document.querySelector<HTMLElement>(".rows li a[aria-current]")?.focus({ preventScroll: true });
}

/** Scrolls just enough to show the whole row. */
function reveal(box: HTMLElement, index: number): void {
  const rowPx = box.querySelector("li")?.offsetHeight ?? 0;
  if (index < 0 || rowPx === 0) return;
  const top = index * rowPx;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + rowPx > box.scrollTop + box.clientHeight) {
    box.scrollTop = top + rowPx - box.clientHeight;
  }
}

function Failed({ message }: { readonly message: string }) {
  return (
    <div class="list-notice">
      <Notice kind="error">
        <p>{message}</p>
        <Button onClick={() => void load()}>{say("try-again")}</Button>
      </Notice>
    </div>
  );
}

function Nothing() {
  if (query.value !== "") return <Empty title={say("not-found")}>{say("not-found.about")}</Empty>;
  return <Empty title={say(`empty.${split.value}`)}>{say(`about.${split.value}`)}</Empty>;
}

/*
 * Tells the server which open requests this inbox has shown, which counts as their delivery. Each
 * once.
 */

const SOON_MS = 400;
const AT_ONCE = 100;
const told = new Set<RequestId>();
const waiting = new Set<RequestId>();
let timer: ReturnType<typeof setTimeout> | undefined;

function noteShown(rows: Rows): void {
  for (const { id, status, seenAt } of rows) {
    if (status !== "open" || seenAt !== undefined || told.has(id)) continue;
    told.add(id);
    waiting.add(id);
  }
  if (waiting.size > 0 && timer === undefined) timer = setTimeout(() => void tell(), SOON_MS);
}

async function tell(): Promise<void> {
  timer = undefined;
  const ids = [...waiting].slice(0, AT_ONCE);
  for (const id of ids) waiting.delete(id);
  if (waiting.size > 0) timer = setTimeout(() => void tell(), SOON_MS);
  try {
    await api.noteSent({ ids });
  } catch {
    // They are reported again when they are next shown.
    for (const id of ids) told.delete(id);
  }
}
