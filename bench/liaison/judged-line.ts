/** One figure of the liaison's bench and what it must be. */
export interface JudgedLine {
  readonly name: string;
  readonly value: number;
  /** Empty for a share. */
  readonly unit: "" | "ms" | "MiB";
  readonly better: "more" | "less";
  readonly atLeast: number;
  readonly aim: number;
}

/** Whether it is within the bound that it must keep. */
export function isGood({ value, better, atLeast }: JudgedLine): boolean {
  return better === "more" ? value >= atLeast : value <= atLeast;
}

/** The figure beside its bounds, for people. */
export function lineText(line: JudgedLine): string {
  const { name, value, unit, better, atLeast, aim } = line;
  const sign = better === "more" ? "≥" : "≤";
  const shown = `${value.toFixed(unit === "" ? 3 : 1)} ${unit}`.trim();
  const bounds = `${sign} ${atLeast} ${unit}`.trim();
  return `${name.padEnd(26)} ${shown.padStart(10)}  ${bounds.padEnd(10)} ${`aim ${aim} ${unit}`.trim().padEnd(12)} ${verdict(line)}`;
}

function verdict(line: JudgedLine): string {
  if (!isGood(line)) return "MISS";
  return isGood({ ...line, atLeast: line.aim }) ? "pass, and the aim" : "pass";
}
