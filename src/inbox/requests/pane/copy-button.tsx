import { useState } from "preact/hooks";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { say } from "./messages/messages.ts";

/** Copies a text; `label` says which. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [done, setDone] = useState(false);
  return (
    <Button
      kind="quiet"
      class="icon-only copy"
      aria-label={done ? say("copied", { label }) : label}
      title={label}
      onClick={() =>
        void navigator.clipboard.writeText(text).then(
          () => setDone(true),
          () => setDone(false),
        )
      }
    >
      <Icon name={done ? "check" : "copy"} />
    </Button>
  );
}
