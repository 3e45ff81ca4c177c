import { signal } from "@preact/signals";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

interface Options {
  readonly kind?: "info" | "error" | "good";
  /** Takes it back, where that can be done. */
  readonly undo?: () => void;
}

interface Toast extends Options {
  readonly id: number;
  readonly text: string;
}

const SHOWN_MS = 6_000;
const toasts = signal<readonly Toast[]>([]);
let last = 0;

/** Says something that needs no answer, for a while and without taking the focus. */
export function toast(text: string, options: Options = {}): void {
  last += 1;
  const id = last;
  toasts.value = [...toasts.value.slice(-2), { ...options, id, text }];
  // What went wrong stays until somebody has put it away.
  if (options.kind !== "error") setTimeout(() => drop(id), SHOWN_MS);
}

function drop(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id);
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, kind, undo }) => (
        <div key={id} class={`toast toast-${kind ?? "info"}`}>
          <span>{text}</span>
          {undo === undefined ? null : (
            <Button
              kind="quiet"
              onClick={() => {
                drop(id);
                undo();
              }}
            >
              Undo
            </Button>
          )}
          <Button kind="quiet" class="icon-only" aria-label="Put away" onClick={() => drop(id)}>
            <Icon name="close" />
          </Button>
        </div>
      ))}
    </div>
  );
}
