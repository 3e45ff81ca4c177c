import { useState } from "preact/hooks";
import { Button } from "../../ui/button.tsx";
import { latePart } from "../../ui/late.tsx";
import { isBatch } from "./rows.ts";
import { marked, rows } from "./state.ts";

const BatchDialog = latePart(async () => (await import("../batch/batch-dialog.tsx")).BatchDialog);

/** What can be done with the marked rows. */
export function BatchBar() {
  const [isOpen, open] = useState(false);
  const items = rows.value.filter(({ id }) => marked.value.has(id));
  const clear = () => {
    marked.value = new Set();
  };
  if (items.length === 0) return null;
  return (
    <section class="batch-bar" aria-label="Selected requests">
      <p>
        <strong>{items.length}</strong> selected
      </p>
      {isBatch(items) ? (
        <Button kind="primary" onClick={() => open(true)}>
          Decide together…
        </Button>
      ) : (
        <p class="hint">
          {items.some(({ forOthers }) => forOthers !== undefined)
            ? "Others have to decide these."
            : "Only open LOW and MEDIUM actions of one tool can be decided together."}
        </p>
      )}
      <Button kind="quiet" keyHint="Escape" onClick={clear}>
        Clear
      </Button>
      {isOpen ? (
        <BatchDialog
          items={items}
          onClose={() => {
            open(false);
            clear();
          }}
        />
      ) : null}
    </section>
  );
}
