import { holdBack } from "./looked.ts";
import { say } from "./messages/messages.ts";

/*
 * Keys that were meant as text never become commands. The field they are typed into can disappear:
 * the request was closed elsewhere, its time ran out, or the session ended. The next keys would
 * then decide something, so all of them rest until a pause, a pointer press or Tab.
 */
const REST_MS = 1_500;

/** The field that has the focus, or had it when it disappeared. */
let field: HTMLElement | undefined;
let lostAtMs: number | undefined;

export function isTextField(target: EventTarget | null | undefined): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) {
    return !["checkbox", "radio", "button", "submit", "reset"].includes(target.type);
  }
  return target instanceof HTMLTextAreaElement || target.isContentEditable;
}

/** Its person left the field, or continues elsewhere. */
function leave(): void {
  field = undefined;
  lostAtMs = undefined;
}

function noteLost(): void {
  if (field === undefined || lostAtMs !== undefined) return;
  const { activeElement } = document;
  // If the focus went to something else while the field is still there, somebody moved it.
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
// A field that is removed from the page fires no event; one that is disabled or hidden does.
addEventListener("focusout", () => queueMicrotask(noteLost), true);
new MutationObserver(noteLost).observe(document, { childList: true, subtree: true });
addEventListener(
  "pointerdown",
  (event) => {
    leave();
    // A press into the field that already has the focus fires no focus event.
    const target = event.composedPath()[0];
    if (isTextField(target) && target === document.activeElement) field = target;
  },
  true,
);

// Enter that sends a field of one line leaves it on purpose, too.
addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.defaultPrevented) leave();
});

addEventListener(
  "keydown",
  (event) => {
    const target = event.composedPath()[0];
    if (isTextField(target)) {
      // These leave it on purpose; if it keeps the focus anyway, the next key is typed into it.
      const isSent = event.key === "Enter" && (event.ctrlKey || event.metaKey);
      leave();
      if (event.key !== "Escape" && event.key !== "Tab" && !isSent) field = target;
      return;
    }
    noteLost();
    if (lostAtMs === undefined) return;
    const now = performance.now();
    if (event.key === "Tab" || now - lostAtMs >= REST_MS) return leave();
    // Each key restarts the pause.
    lostAtMs = now;
    event.preventDefault();
    event.stopImmediatePropagation();
    holdBack(say("held.typing"));
  },
  true,
);
