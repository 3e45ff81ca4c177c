import { useRef } from "preact/hooks";
import { useKeys } from "../browser/keys.ts";

/** `j` and `k` go through the links of a list, as they do in the inbox. */
export function useRows<T extends HTMLElement>(scope: string) {
  const ref = useRef<T>(null);
  const move = (step: number) => {
    const links: Element[] = [...(ref.current?.querySelectorAll("a") ?? [])];
    const at = document.activeElement === null ? -1 : links.indexOf(document.activeElement);
    const next = at < 0 ? links.find((link) => link.ariaCurrent === "page") : links[at + step];
    const target = next ?? (at < 0 ? links[0] : undefined);
    if (target instanceof HTMLElement) target.focus();
  };
  const down = () => move(1);
  const up = () => move(-1);
  useKeys(scope, { j: down, k: up, ArrowDown: down, ArrowUp: up });
  return ref;
}
