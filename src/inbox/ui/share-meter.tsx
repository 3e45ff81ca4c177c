import "../styles/share-meter.css";

interface Props {
  /** What it measures: its name for screen readers. */
  readonly label: string;
  /** 0 to 1. */
  readonly share: number;
  /** The share in words. */
  readonly text: string;
}

/** A share of a whole, as a bar; its figure or word is beside it. */
export function ShareMeter({ label, share, text }: Props) {
  return (
    <meter class="share-meter" min={0} max={1} value={share} aria-label={label}>
      {text}
    </meter>
  );
}
