import { useRef, useState } from "preact/hooks";
import { Button } from "../ui/button.tsx";
import { say } from "./messages/messages.ts";

interface Props {
  /** What it is, as in "Copy the link". */
  readonly what: string;
  readonly text: string;
}

/** Text to be used elsewhere: copied with a press, or by hand if the browser refuses. */
export function CopyText({ what, text }: Props) {
  const ref = useRef<HTMLElement>(null);
  const [said, setSaid] = useState<string>();
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setSaid(say("copied")),
      () => {
        if (ref.current !== null) getSelection()?.selectAllChildren(ref.current);
        setSaid(say("copy-by-hand"));
      },
    );
  };
  return (
    <div class="copy-text">
      <code ref={ref}>{text}</code>
      <Button onClick={copy}>
        <span aria-live="polite">{said ?? say("copy", { what })}</span>
      </Button>
    </div>
  );
}
