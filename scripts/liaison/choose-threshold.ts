/** The mean of the F1 of both classes. */
export function macroF1(said: readonly boolean[], targets: readonly number[]): number {
  const counts = { both: 0, said: 0, true: 0 };
  said.forEach((yes, i) => {
    const target = targets[i] === 1;
    if (yes && target) counts.both++;
    if (yes) counts.said++;
    if (target) counts.true++;
  });
  const neither = said.length - counts.said - counts.true + counts.both;
  const positive = (2 * counts.both) / (counts.said + counts.true || 1);
  const negative = (2 * neither) / (2 * said.length - counts.said - counts.true || 1);
  return (positive + negative) / 2;
}

const reach = 4;

/** The threshold with the best macro-F1, smoothed over its neighbours so that chance counts less. */
export function chooseThreshold(
  probabilities: readonly number[],
  targets: readonly number[],
): number {
  const thresholds = Array.from({ length: 66 }, (_, i) => Number((0.3 + i / 100).toFixed(2)));
  const figures = thresholds.map((threshold) =>
    macroF1(
      probabilities.map((probability) => probability >= threshold),
      targets,
    ),
  );
  let best = { threshold: 0.5, figure: 0 };
  thresholds.forEach((threshold, i) => {
    const near = figures.slice(Math.max(0, i - reach), i + reach + 1);
    const figure = near.reduce((sum, value) => sum + value, 0) / near.length;
    if (figure > best.figure) best = { threshold, figure };
  });
  return best.threshold;
}
