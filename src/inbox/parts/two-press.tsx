import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { DECIDES } from "../browser/looked.ts";
import { Button } from "../ui/button.tsx";

interface Props {
  /** Its label before it is armed, and after. */
  readonly children: ComponentChildren;
  readonly armed: string;
  /** For screen readers: tells it from others of its kind. */
  readonly label?: string;
  readonly kind?: "primary" | "danger" | "quiet";
  readonly busy?: boolean;
  readonly onConfirm: () => void;
}

const ARMED_MS = 5_000;

/**
 * The first press arms it for five seconds, the second does it; leaving it or Escape disarms it.
 */
export function TwoPress({
  children,
  armed,
  label,
  kind = "quiet",
  busy = false,
  onConfirm,
}: Props) {
  const [isArmed, setArmed] = useState(false);
  useEffect(() => {
    if (!isArmed) return;
    const timer = setTimeout(() => setArmed(false), ARMED_MS);
    return () => clearTimeout(timer);
  }, [isArmed]);
  const press = () => {
    setArmed(!isArmed);
    if (isArmed) onConfirm();
  };
  return (
    <Button
      {...DECIDES}
      kind={isArmed && kind === "quiet" ? "danger" : kind}
      class="two-press"
      busy={busy}
      aria-label={
        label === undefined ? undefined : `${isArmed ? armed : String(children)} ${label}`
      }
      onClick={press}
      onBlur={() => setArmed(false)}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isArmed) return;
        event.stopPropagation();
        setArmed(false);
      }}
    >
      <span aria-live="polite">{isArmed ? armed : children}</span>
    </Button>
  );
}
