interface Props {
  /** What it measures: its name for those who hear the page. */
  readonly label: string;
  /** 0 to 1. */
  readonly share: number;
  /** The share as one says it. */
  readonly text: string;
}

/** How much of a whole, as a bar; its figure or word stands beside it. */
export function ShareMeter({ label, share, text }: Props) {
  return (
    <meter class="share-meter" min={0} max={1} value={share} aria-label={label}>
      {text}
    </meter>
  );
}
