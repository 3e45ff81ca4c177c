import { effect, type Signal, signal } from "@preact/signals";

/* What a person sets for this browser only; none of it is a secret. */

export type Theme = "system" | "light" | "dark";
const THEMES: readonly Theme[] = ["system", "light", "dark"];

export const theme = kept<Theme>("theme", "system", (text) => THEMES.find((one) => one === text));
/** Whether single letters, digits and signs are keys; arrows and keys with Mod always are. */
export const letterKeys = kept("letter-keys", true, flag);
/** Whether the card shows ids, digests and exact times. */
export const idsShown = kept("ids", false, flag);
/** Whether what is decided with one press can be taken back for a moment before anybody is told. */
export const holdsDecisions = kept("holds-decisions", true, flag);
export const notifications = kept("notifications", false, flag);

effect(() => {
  if (theme.value === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme.value;
});

function flag(text: string): boolean | undefined {
  return text === "true" ? true : text === "false" ? false : undefined;
}

/**
 * A signal whose value survives the page if the browser allows it; if it cannot be read, the
 * initial value holds.
 */
function kept<T>(name: string, first: T, parse: (text: string) => T | undefined): Signal<T> {
  const key = `earshot.${name}`;
  const value = signal(read(key, parse) ?? first);
  let isFirst = true;
  effect(() => {
    const text = String(value.value);
    if (!isFirst) write(key, text);
    isFirst = false;
  });
  addEventListener("storage", (event) => {
    if (event.key === key) value.value = parse(event.newValue ?? "") ?? first;
  });
  return value;
}

function read<T>(key: string, parse: (text: string) => T | undefined): T | undefined {
  try {
    return parse(localStorage.getItem(key) ?? "");
  } catch {
    return undefined; // Storage is switched off: settings last as long as the page.
  }
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // As above.
  }
}
