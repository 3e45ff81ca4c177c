import { signal } from "@preact/signals";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { say } from "./messages/messages.ts";

interface Options {
  readonly kind?: "info" | "error" | "good";
  /** Takes it back, if that is possible. */
  readonly undo?: () => void;
  /** The row of the list says it too: if that is visible, it is only announced. */
  readonly isInRow?: boolean;
}

interface Toast extends Options {
  readonly id: number;
  readonly text: string;
}

const SHOWN_MS = 6_000;
const toasts = signal<readonly Toast[]>([]);
let last = 0;

/** Shows a message that needs no answer, for a while and without taking the focus. */
export function toast(text: string, options: Options = {}): void {
  last += 1;
  const id = last;
  toasts.value = [...toasts.value.slice(-2), { ...options, id, text }];
  // An error stays until somebody dismisses it.
  if (options.kind !== "error") setTimeout(() => drop(id), SHOWN_MS);
}

function drop(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id);
}

interface Props {
  /** `aside`: placed in the flow of the page if nothing else is there. */
  readonly place: "corner" | "aside";
  readonly hasRows: boolean;
}

export function Toasts({ place, hasRows }: Props) {
  return (
    <div class={`toasts toasts-${place}`} role="status" aria-live="polite">
      {toasts.value.map(({ id, text, kind, undo, isInRow = false }) => (
        <div
          key={id}
          class={isInRow && hasRows ? "visually-hidden" : `toast toast-${kind ?? "info"}`}
        >
          <span>{text}</span>
          {undo === undefined || (isInRow && hasRows) ? null : (
            <Button
              kind="quiet"
              onClick={() => {
                drop(id);
                undo();
              }}
            >
              {say("undo")}
            </Button>
          )}
          <Button
            kind="quiet"
            class="icon-only"
            aria-label={say("put-away")}
            onClick={() => drop(id)}
          >
            <Icon name="close" />
          </Button>
        </div>
      ))}
    </div>
  );
}
