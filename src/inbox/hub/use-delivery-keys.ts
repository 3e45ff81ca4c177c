import { useRef } from "preact/hooks";
import { PASS, useKeys } from "../browser/keys.ts";

/** `j` and `k` go through the rows; `r` and `d` press the buttons of the row that has the focus. */
export function useDeliveryKeys() {
  const ref = useRef<HTMLTableSectionElement>(null);
  const rows = () => [...(ref.current?.querySelectorAll("tr") ?? [])];
  const current = () => rows().findIndex((row) => row.contains(document.activeElement));
  const move = (step: number) => {
    const all = rows();
    const at = current();
    const next = all[at < 0 ? 0 : at + step];
    next?.querySelector("a")?.focus();
  };
  const press = (button: string) => {
    const found = rows()[current()]?.querySelector<HTMLButtonElement>(button);
    if (found === null || found === undefined) return PASS;
    found.focus();
    found.click();
    return undefined;
  };
  const down = () => move(1);
  const up = () => move(-1);
  useKeys("deliveries", {
    j: down,
    k: up,
    ArrowDown: down,
    ArrowUp: up,
    r: () => press(".resend"),
    d: () => press(".two-press"),
  });
  return ref;
}
