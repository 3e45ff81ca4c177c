import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

interface Held {
  readonly element: Element;
  /** Its row in the table. */
  readonly row: number;
}

/**
 * When the row with the focus disappears, as a revoked one does, the focus moves to the next row
 * with a button, otherwise the one before, otherwise the heading. It never falls to the page.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = root.current;
    if (box === null) return undefined;
    let held: Held | undefined;
    const hold = ({ target }: FocusEvent) => {
      if (target instanceof Element) held = { element: target, row: rowOf(target, box) };
    };
    // If the person left it, nothing is kept; if it disappeared with its row, it is gone a frame
    // later.
    const leave = ({ target }: FocusEvent) =>
      requestAnimationFrame(() => {
        if (held?.element === target && held.element.isConnected && !hasFocus(held.element)) {
          held = undefined;
        }
      });
    const changes = new MutationObserver(() => {
      if (held === undefined || held.element.isConnected) return;
      const { row } = held;
      held = undefined;
      if (hasFocus(document.body)) nextOf(box, row)?.focus();
    });
    box.addEventListener("focusin", hold);
    box.addEventListener("focusout", leave);
    changes.observe(box, { childList: true, subtree: true });
    return () => {
      changes.disconnect();
      box.removeEventListener("focusin", hold);
      box.removeEventListener("focusout", leave);
    };
  }, [root]);
}

function hasFocus(element: Element): boolean {
  return document.activeElement === element;
}

function rowsOf(box: Element): Element[] {
  return [...box.querySelectorAll("tbody > tr")];
}

function rowOf(element: Element, box: Element): number {
  return rowsOf(box).findIndex((row) => row.contains(element));
}

function nextOf(box: Element, at: number): HTMLElement | null {
  const buttons = rowsOf(box).map((row) => row.querySelector<HTMLElement>("button"));
  const here = Math.max(at, 0);
  const next = buttons.slice(here).find((button) => button !== null);
  const before = buttons.slice(0, here).findLast((button) => button !== null);
  return next ?? before ?? box.querySelector<HTMLElement>("h2");
}
