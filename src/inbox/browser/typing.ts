import { holdBack } from "./looked.ts";

/*
 * Words that somebody types stay words. Where the field they are typed into goes away under their
 * hands, since the request was closed elsewhere, its time ran out or the session ended, what follows
 * would be keys that decide: all of them rest until there was a pause, a pointer or Tab.
 */
const REST_MS = 1_500;

/** The field that has the focus, or had it when it went. */
let field: HTMLElement | undefined;
let lostAtMs: number | undefined;

export function isTextField(target: EventTarget | null | undefined): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) {
    return !["checkbox", "radio", "button", "submit", "reset"].includes(target.type);
  }
  return target instanceof HTMLTextAreaElement || target.isContentEditable;
}

/** Its person has left the field, or goes on elsewhere. */
function leave(): void {
  field = undefined;
  lostAtMs = undefined;
}

function noteLost(): void {
  if (field === undefined || lostAtMs !== undefined) return;
  const { activeElement } = document;
  // Where the focus has gone to something else while the field is still there, somebody has moved it.
  const isUsable = field.isConnected && field.checkVisibility() && !field.matches(":disabled");
  if (isUsable && activeElement !== null && activeElement !== document.body) {
    if (activeElement !== field) leave();
  } else {
    lostAtMs = performance.now();
  }
}

addEventListener(
  "focusin",
  (event) => {
    if (!isTextField(event.target)) return;
    field = event.target;
    lostAtMs = undefined;
  },
  true,
);
// A field that is taken out of the page says nothing; one that is disabled or hidden does.
addEventListener("focusout", () => queueMicrotask(noteLost), true);
new MutationObserver(noteLost).observe(document, { childList: true, subtree: true });
addEventListener(
  "pointerdown",
  (event) => {
    leave();
    // A press into the field that has the focus already gives it none.
    const target = event.composedPath()[0];
    if (isTextField(target) && target === document.activeElement) field = target;
  },
  true,
);

// Enter that has sent what stands in a field of one line leaves it on purpose, too.
addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.defaultPrevented) leave();
});

addEventListener(
  "keydown",
  (event) => {
    const target = event.composedPath()[0];
    if (isTextField(target)) {
      // These leave it on purpose; where it keeps the focus all the same, the next key is typed into it.
      const isSent = event.key === "Enter" && (event.ctrlKey || event.metaKey);
      leave();
      if (event.key !== "Escape" && event.key !== "Tab" && !isSent) field = target;
      return;
    }
    noteLost();
    if (lostAtMs === undefined) return;
    const now = performance.now();
    if (event.key === "Tab" || now - lostAtMs >= REST_MS) return leave();
    // Each key begins the pause anew.
    lostAtMs = now;
    event.preventDefault();
    event.stopImmediatePropagation();
    holdBack("The field you typed into has gone. Keys rest until you pause.");
  },
  true,
);
