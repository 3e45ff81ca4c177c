import { useRef, useState } from "preact/hooks";
import { Button } from "../ui/button.tsx";

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
      () => setSaid("Copied"),
      () => {
        if (ref.current !== null) getSelection()?.selectAllChildren(ref.current);
        setSaid("Selected: copy it now");
      },
    );
  };
  return (
    <div class="copy-text">
      <code ref={ref}>{text}</code>
      <Button onClick={copy}>
        <span aria-live="polite">{said ?? `Copy ${what}`}</span>
      </Button>
    </div>
  );
}
