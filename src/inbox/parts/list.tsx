import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Event } from "../../domain/log/event.ts";
import { present } from "../../domain/present.ts";
import { KEYS } from "../browser/key-table.ts";
import { PASS, useKeys } from "../browser/keys.ts";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { Loading } from "./loading.tsx";
import { say } from "./messages/messages.ts";
import { RecordTable, type RecordTableProps } from "./record-table.tsx";
import { useLive } from "./use-live.ts";
import type { Loaded } from "./use-load.ts";

export interface Listed<T> {
  readonly items: readonly T[];
  readonly hasMore?: boolean;
}

interface Page<T> {
  readonly items: readonly T[];
  readonly next?: string;
}

interface Paged<T> extends Loaded<Listed<T>> {
  showMore(): void;
}

/**
 * A list that grows a page at a time and reloads when events of these types may have changed it.
 */
export function usePages<T>(
  changes: RegExp | ((event: Event) => boolean),
  read: (pages: number) => Promise<Listed<T>>,
): Paged<T> {
  const [pages, setPages] = useState(1);
  const list = useLive(changes, () => read(pages), String(pages));
  return { ...list, showMore: () => setPages(pages + 1) };
}

/** This many pages, one after the other. */
export async function readPages<T>(
  pages: number,
  read: (from: { readonly cursor?: string }) => Promise<Page<T>>,
): Promise<Listed<T>> {
  const items: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pages; page++) {
    const of = await read(present({ cursor }));
    items.push(...of.items);
    cursor = of.next;
    if (cursor === undefined) break;
  }
  return { items, hasMore: cursor !== undefined };
}

interface Props<T> {
  readonly from: Loaded<Listed<T>> & Partial<Paged<T>>;
  /** What it is, as in "Loading sessions…". */
  readonly what: string;
  /** What is shown while there is nothing at all. */
  readonly empty: ComponentChildren;
  readonly isFiltered?: boolean;
  readonly more?: string;
  readonly children: (items: readonly T[]) => ComponentChildren;
}

/** Rows, or why there are none: loading, failed, none of this kind, none at all. */
export function List<T>(props: Props<T>) {
  const { from, what, empty, isFiltered = false, more = say("show-more"), children } = props;
  return (
    <Loading from={from} what={what}>
      {({ items, hasMore }) => (
        <>
          {items.length > 0 ? children(items) : isFiltered ? <NoneOfThisKind /> : empty}
          {hasMore === true ? (
            <div class="buttons">
              <Button busy={from.isBusy} onClick={from.showMore}>
                {more}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </Loading>
  );
}

function NoneOfThisKind() {
  return <Empty title={say("none")}>{say("none.about")}</Empty>;
}

/** Keys that press a button of the focused row, each with a selector for it. */
type RowButtons = Readonly<Record<string, string>>;

interface LinkTableProps extends RecordTableProps {
  readonly class?: string;
  readonly buttons?: RowButtons;
}

/** A table whose rows begin with a link to what they are about; keys move through the links. */
export function LinkTable({ class: name, buttons, ...table }: LinkTableProps) {
  const rows = useRowKeys<HTMLDivElement>(buttons);
  return (
    <div ref={rows} class={name}>
      <RecordTable {...table} />
    </div>
  );
}

/** `j` and `k` move through the links of a list, as they do in the inbox. */
export function useRowKeys<T extends HTMLElement>(buttons: RowButtons = {}) {
  const ref = useRef<T>(null);
  const move = (step: number) => {
    const links = [...(ref.current?.querySelectorAll("a") ?? [])];
    const at = placeOfFocus(links);
    const next = at < 0 ? links.find((link) => link.ariaCurrent === "page") : links[at + step];
    const target = next ?? (at < 0 ? links[0] : undefined);
    target?.focus();
  };
  const press = (button: string) => () => {
    const row = ref.current?.contains(document.activeElement)
      ? rowOf(document.activeElement)
      : null;
    const found = row?.querySelector<HTMLElement>(button);
    if (found === null || found === undefined) return PASS;
    found.focus();
    found.click();
    return undefined;
  };
  const down = () => move(1);
  const up = () => move(-1);
  const pressed = Object.entries(buttons).map(([key, button]) => [key, press(button)] as const);
  const moved = { [KEYS.next.key]: down, [KEYS.previous.key]: up, ArrowDown: down, ArrowUp: up };
  useKeys("rows", { ...moved, ...Object.fromEntries(pressed) });
  return ref;
}

/** The index of the link that has the focus, or whose row has it. */
function placeOfFocus(links: readonly Element[]): number {
  const focused = document.activeElement;
  const at = focused === null ? -1 : links.indexOf(focused);
  const row = rowOf(focused);
  return at >= 0 || row === null ? at : links.findIndex((link) => row.contains(link));
}

function rowOf(element: Element | null): Element | null {
  return element?.closest("tr, li") ?? null;
}
