import type { ComponentChildren } from "preact";
import { readingDirection } from "../browser/language.ts";

interface Item<T extends string> {
  readonly id: T;
  readonly label: ComponentChildren;
  readonly count?: number | undefined;
}

interface Props<T extends string> {
  readonly items: readonly Item<T>[];
  readonly selected: T;
  readonly onSelect: (id: T) => void;
  /** What they are parts of. */
  readonly label?: string;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs by the usual pattern: one stop for the Tab key, and arrows move and select. */
export function Tabs<T extends string>({ items, selected, onSelect, label }: Props<T>) {
  const at = items.findIndex(({ id }) => id === selected);
  const move = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => {
    const forward = readingDirection() === "rtl" ? -1 : 1;
    const step = (STEPS[event.key] ?? 0) * forward;
    const next = items[(at + step + items.length) % items.length];
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    onSelect(next.id);
    const tabs = event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]");
    tabs[items.indexOf(next)]?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {items.map(({ id, label: words, count }) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === selected}
          tabIndex={id === selected ? 0 : -1}
          onClick={() => onSelect(id)}
        >
          {words}
          {count === undefined ? null : <span class="count">{count}</span>}
        </button>
      ))}
    </div>
  );
}
