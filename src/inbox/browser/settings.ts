import { effect, type Signal, signal } from "@preact/signals";

/* What a person sets for this browser only; nothing of it is a secret. */

export type Theme = "system" | "light" | "dark";
const THEMES: readonly Theme[] = ["system", "light", "dark"];

export const theme = kept<Theme>("theme", "system", (text) => THEMES.find((one) => one === text));
/** Whether single letters, digits and signs are keys; those with Mod and the arrows always are. */
export const letterKeys = kept("letter-keys", true, flag);
export const notifications = kept("notifications", false, flag);

effect(() => {
  if (theme.value === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme.value;
});

function flag(text: string): boolean | undefined {
  return text === "true" ? true : text === "false" ? false : undefined;
}

/** A signal whose value outlives the page where the browser lets it; what cannot be read is the first. */
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
