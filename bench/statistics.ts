/** The value below which the share `q` (0 to 1) of the values lies, between two where none is there. */
export function quantile(values: readonly number[], q: number): number {
  if (values.length === 0) throw new Error("No values: nothing was measured.");
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * q;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
