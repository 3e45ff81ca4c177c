import { signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { announce } from "./announce.ts";
import { say } from "./messages/messages.ts";

/*
 * Nothing is decided that its person cannot have looked at. A key decides only what was opened by a
 * key, a click or a tap and has been on the screen unchanged for a second. What came by itself is
 * opened by the first press. A click counts once its button has stood still for a moment: a person
 * who aimed at what was there before does not mean what slipped under the pointer.
 */
const UNCHANGED_MS = 1_000;
const STILL_MS = 300;
const LOOK_MS = 100;
const SAID_MS = 4_000;

interface Shown {
  readonly id: string;
  /** Since when it has been as it is; never, if it has not been painted yet. */
  sinceMs: number;
  isOpened: boolean;
}

let shown: Shown | undefined;
let alone: string | undefined;

/** Why a press did nothing just now, for people. */
export const heldBack = signal<string | undefined>(undefined);
let saying: ReturnType<typeof setTimeout> | undefined;

/** Says why a press does nothing. */
export function holdBack(why: string): void {
  heldBack.value = why;
  announce(why);
  clearTimeout(saying);
  saying = setTimeout(() => {
    heldBack.value = undefined;
  }, SAID_MS);
}

/** For anything that can be decided: `content` is all that the decision depends on. */
export function useLook(id: string, content: string): void {
  useLayoutEffect(() => {
    const isOpened = shown?.id === id ? shown.isOpened : id !== alone;
    const now: Shown = { id, sinceMs: Number.POSITIVE_INFINITY, isOpened };
    shown = now;
    // After the frame that shows it.
    const frame = requestAnimationFrame(() => {
      setTimeout(() => {
        now.sinceMs = performance.now();
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [id, content]);
  useLayoutEffect(
    () => () => {
      if (shown?.id === id) shown = undefined;
    },
    [id],
  );
}

/** Something other than its person put it there. */
export function noteAlone(id: string | undefined): void {
  alone = id;
  if (shown !== undefined && shown.id === id) shown.isOpened = false;
}

/** Its person put it there. */
export function noteOpened(id: string): void {
  if (alone === id) alone = undefined;
  if (shown?.id !== id || shown.isOpened) return;
  shown.isOpened = true;
  shown.sinceMs = performance.now();
}

/** Now another part of it is shown, or another question is asked about it. */
export function renewLook(): void {
  if (shown === undefined) return;
  shown.sinceMs = performance.now();
  markLooked();
}

/** Whether a key may decide now; says why if not. */
export function mayDecideByKey(): boolean {
  if (shown === undefined) return true;
  if (!shown.isOpened) {
    noteOpened(shown.id);
    holdBack(say("held.by-itself"));
    return false;
  }
  if (performance.now() - shown.sinceMs >= UNCHANGED_MS) return true;
  holdBack(say("held.changed"));
  return false;
}

/** An attribute of buttons that decide. */
export const DECIDES = { "data-decides": "" } as const;
const DECIDING = "[data-decides]";

/** Its position, and since when it has been there. */
interface Spot {
  readonly at: string;
  readonly sinceMs: number;
}

/** In the window and in scrolled content: scrolling moves it on purpose. */
const spots = new WeakMap<Element, { readonly seen: Spot; readonly laid: Spot }>();

/** Whether it has stood still, with the same words, for long enough. */
function isStill(button: Element): boolean {
  const { x, y, width, height } = button.getBoundingClientRect();
  const looks = `${Math.round(width)} ${Math.round(height)} ${button.textContent}`;
  const now = performance.now();
  const before = spots.get(button);
  const since = (at: string, spot: Spot | undefined): Spot =>
    spot?.at === at ? spot : { at, sinceMs: now };
  const seen = since(`${Math.round(x)} ${Math.round(y)} ${looks}`, before?.seen);
  const laid = since(`${laidAt(button)} ${looks}`, before?.laid);
  spots.set(button, { seen, laid });
  return now - Math.min(seen.sinceMs, laid.sinceMs) >= STILL_MS;
}

function laidAt(button: Element): string {
  let [left, top] = [0, 0];
  for (let at: Element | null = button; at instanceof HTMLElement; at = at.offsetParent) {
    left += at.offsetLeft;
    top += at.offsetTop;
  }
  return `${left} ${top}`;
}

setInterval(() => {
  for (const button of document.querySelectorAll(DECIDING)) {
    const still = isStill(button);
    if (button.hasAttribute("data-still") !== still) button.toggleAttribute("data-still", still);
  }
  markLooked();
}, LOOK_MS);

function markLooked(): void {
  const isLooked = shown?.isOpened === true && performance.now() - shown.sinceMs >= UNCHANGED_MS;
  const { documentElement: page } = document;
  if (page.hasAttribute("data-looked") !== isLooked) page.toggleAttribute("data-looked", isLooked);
}

/**
 * Whether a press of those that the system counts together has decided. Some people press twice slowly, and
 * have told their system so: what comes under the pointer between is not what they mean.
 */
let hasDecided = false;

addEventListener(
  "click",
  (event) => {
    const target = event.composedPath()[0];
    const button = target instanceof Element ? target.closest(DECIDING) : null;
    // What the page itself presses was looked at by the person who caused it.
    if (button === null || !event.isTrusted) return;
    // A key also makes a click on a focused button; the page then gets no press.
    const isByKey = event.detail === 0;
    if (event.detail <= 1) hasDecided = false;
    if (isByKey ? mayDecideByKey() : !hasDecided && isStill(button)) {
      hasDecided = !isByKey;
      // The second half of a double click is no second decision.
      spots.delete(button);
      button.removeAttribute("data-still");
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!isByKey) holdBack(say("held.button"));
  },
  true,
);

addEventListener(
  "pointerdown",
  (event) => {
    const target = event.composedPath()[0];
    if (shown !== undefined && target instanceof Element && target.closest("article.request")) {
      noteOpened(shown.id);
    }
  },
  true,
);
