import type { ComponentChildren } from "preact";
import { DECIDES } from "../browser/looked.ts";
import { Button } from "../ui/button.tsx";
import { useArmed } from "./use-armed.ts";

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

/** The first press arms it for a few seconds, the second does it; leaving it or Escape disarms it. */
export function TwoPress({
  children,
  armed,
  label,
  kind = "quiet",
  busy = false,
  onConfirm,
}: Props) {
  const [isArmed = false, setArmed] = useArmed<true>();
  const disarm = () => setArmed(undefined);
  const press = () => {
    setArmed(isArmed ? undefined : true);
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
      onBlur={disarm}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isArmed) return;
        event.stopPropagation();
        disarm();
      }}
    >
      <span aria-live="polite">{isArmed ? armed : children}</span>
    </Button>
  );
}
