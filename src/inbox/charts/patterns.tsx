import { OUTCOMES, type Outcome } from "./outcomes-model.ts";

/** The lines and dots of an outcome, over its colour: bars are told apart without colours. */
const MARKS: Readonly<Record<Outcome, string>> = {
  answered: "",
  approved: "",
  edited: "M-1,7L7,-1M-1,1L1,-1M5,7L7,5",
  rejected: "M-1,-1L7,7M5,-1L7,1M-1,5L1,7",
  expired: "M0,3H6",
  cancelled: "M3,0V6",
};

interface Props {
  /** Keeps the patterns of two pictures apart. */
  readonly id: string;
  readonly outcomes?: readonly Outcome[];
}

/** Drawn once in each picture that uses them. */
export function PatternDefs({ id, outcomes = OUTCOMES }: Props) {
  return (
    <defs>
      {outcomes.map((outcome) => (
        <pattern
          key={outcome}
          id={`${id}-${outcome}`}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
        >
          <rect width="6" height="6" class={`outcome-${outcome}`} />
          <path d={MARKS[outcome]} class="pattern-marks" />
        </pattern>
      ))}
    </defs>
  );
}

export function patternOf(id: string, outcome: Outcome): string {
  return `url(#${id}-${outcome})`;
}
