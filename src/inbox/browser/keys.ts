import { createContext } from "preact";
import { useContext, useLayoutEffect, useRef } from "preact/hooks";
import { KEY_LIST, KEYS } from "./key-table.ts";
import { mayDecideByKey } from "./looked.ts";
import { letterKeys } from "./settings.ts";
import { isTextField } from "./typing.ts";

/*
 * Keys of the page. The component shown last is asked first, so that a pane can take over a key
 * from the list below it. Before all of them come the keys of a selection. In text fields only
 * `Escape` and `Mod+Enter` are keys. While a dialog is open, only its keys work and those of dialogs
 * over it: what is drawn behind it meanwhile has none.
 */

/** `j`, `Shift+A`, `Mod+K` (Control or Command), `g i` (one after the other), `Escape`, `?`. */
export type Keys = Readonly<Record<string, Handler>>;
/**
 * `PASS` if the key is not for this one after all: the next is asked, and the browser does its
 * default.
 */
type Handler = (event: KeyboardEvent) => unknown;
export const PASS = Symbol("pass");

interface Entry {
  readonly scope: string;
  readonly layer: number;
  readonly isDialog: boolean;
  readonly keys: { current: ReadonlyMap<string, Handler> };
}

/** How many dialogs enclose something. */
export const Layer = createContext(0);
const entries: Entry[] = [];
const SEQUENCE_MS = 1200;
let begun = { key: "", atMs: 0 };

export function useKeys(scope: string, keys: Keys): void {
  register({ scope, keys, layer: useContext(Layer), isDialog: false });
}

/** For what covers the page: the keys of everything below rest while it is open. */
export function useDialogKeys(keys: Keys): void {
  register({ scope: "dialog", keys, layer: useContext(Layer) + 1, isDialog: true });
}

interface Registration extends Omit<Entry, "keys"> {
  readonly keys: Keys;
}

function register({ scope, keys, layer, isDialog }: Registration): void {
  const current = useRef<ReadonlyMap<string, Handler>>(new Map());
  current.current = new Map(Object.entries(keys).map(([key, handle]) => [canonical(key), handle]));
  // Together with the elements, not after they are painted: a key that is pressed at once must
  // count.
  useLayoutEffect(() => {
    const entry: Entry = { scope, layer, isDialog, keys: current };
    entries.push(entry);
    return () => {
      entries.splice(entries.indexOf(entry), 1);
    };
  }, [scope, layer, isDialog]);
}

addEventListener("keydown", (event) => {
  const key = keyOf(event);
  if (key === undefined || !mayFire(event, key)) return;
  const sequence =
    event.timeStamp - begun.atMs < SEQUENCE_MS && begun.key !== "" ? `${begun.key} ${key}` : "";
  begun = { key: "", atMs: 0 };
  if (fire(sequence, event) || fire(key, event)) return;
  const isBeginning = active().some(({ keys }) =>
    [...keys.current.keys()].some((known) => known.startsWith(`${key} `)),
  );
  if (isBeginning) begun = { key, atMs: event.timeStamp };
});

function fire(key: string, event: KeyboardEvent): boolean {
  for (const entry of active()) {
    const handle = entry.keys.current.get(key);
    if (handle === undefined) continue;
    const isHeld = isDeciding(entry, key) && !mayDecideByKey();
    if (isHeld || handle(event) !== PASS) {
      event.preventDefault();
      return true;
    }
  }
  return false;
}

const DECIDING: ReadonlySet<string> = new Set(
  KEY_LIST.filter(({ decides }) => decides === true).flatMap(({ key }) =>
    key === KEYS.choose.key ? [..."123456789"] : [canonical(key)],
  ),
);

function isDeciding({ scope }: Entry, key: string): boolean {
  return scope === "dialog" ? key === "mod+enter" : scope === "request" && DECIDING.has(key);
}

/** For a field of one line: Enter there does what its button does, once a key may decide that. */
export function onEnter(submit: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (keyOf(event) !== "enter" || event.repeat || !mayDecideByKey()) return;
    event.preventDefault();
    submit();
  };
}

/** Whether a key would do something now. */
export function hasKey(key: string): boolean {
  return active().some(({ keys }) => keys.current.has(canonical(key)));
}

/** Does what the key does, for those who chose it by its name. */
export function press(key: string): void {
  fire(canonical(key), new KeyboardEvent("keydown", { key }));
}

/** The components that are asked, in this order. */
function active(): readonly Entry[] {
  const dialog = entries.findLastIndex(({ isDialog }) => isDialog);
  const layer = entries[dialog]?.layer ?? 0;
  const asked = entries.filter((entry) => entry.layer >= layer).reverse();
  return asked.toSorted(
    (one, other) => Number(other.scope === FIRST) - Number(one.scope === FIRST),
  );
}
/** What is marked together is meant, whatever is open beside it. */
const FIRST = "selection";

function keyOf(event: KeyboardEvent): string | undefined {
  if (event.defaultPrevented || event.isComposing || event.altKey) return undefined;
  if (["Shift", "Control", "Meta", "Alt", "Dead"].includes(event.key)) return undefined;
  const key = event.key === " " ? "space" : latinKeyOf(event);
  // A sign counts as itself, whatever keys a keyboard needs for it.
  const isSign = key.length === 1 && key.toUpperCase() === key;
  const shift = event.shiftKey && !isSign ? "shift+" : "";
  return `${event.ctrlKey || event.metaKey ? "mod+" : ""}${shift}${key}`;
}

/** A letter of another script counts as the one in its place on a Latin keyboard. */
function latinKeyOf({ key, code }: KeyboardEvent): string {
  const latin = /^Key([A-Z])$/.exec(code)?.[1];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
  return (latin !== undefined && /^[^\x00-\x7f]+$/.test(key) ? latin : key).toLowerCase();
}

function canonical(key: string): string {
  return key.toLowerCase();
}

/** Keys that may be held down; any other would decide twice. */
const { next, previous, selectNext, selectPrevious } = KEYS;
const REPEATABLE = new Set([
  "arrowup",
  "arrowdown",
  ...[next, previous, selectNext, selectPrevious].map(({ key }) => canonical(key)),
]);

function mayFire(event: KeyboardEvent, key: string): boolean {
  if (event.repeat && !REPEATABLE.has(key)) return false;
  const target = event.composedPath()[0];
  if (isTextField(target)) return key === "escape" || key === "mod+enter";
  if (isOperated(target, key)) return false;
  return letterKeys.value || key.replace("shift+", "").length > 1;
}

/** The focused element handles these keys itself. */
function isOperated(target: EventTarget | undefined, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLSelectElement) return key !== "escape" && !key.startsWith("mod+");
  if (target.closest("[role=tab], [role=radio], input[type=radio]") && key.startsWith("arrow")) {
    return true;
  }
  // A link to what is already open does nothing by itself.
  const operated = "a:not([aria-current=true]), button, summary, label";
  return (key === "enter" || key === "space") && target.closest(operated) !== null;
}
