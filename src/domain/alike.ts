const MIN_LENGTH = 3;

/** True for words that differ only by an ending or a spelling mistake. */
export function isAlike(one: string, other: string): boolean {
  const [short, long] = byLength(one, other);
  return short.length >= MIN_LENGTH && (long.startsWith(short) || isMisspelt(one, other));
}

/** True for words that differ by one added, dropped or changed letter, or by two swapped ones. */
export function isMisspelt(one: string, other: string): boolean {
  const [short, long] = byLength(one, other);
  if (short.length < MIN_LENGTH || one === other) return false;
  let head = 0;
  while (head < short.length && short[head] === long[head]) head++;
  const rest = (text: string, count: number) => text.slice(head + count);
  return (
    rest(short, 0) === rest(long, 1) ||
    rest(short, 1) === rest(long, 1) ||
    (rest(short, 2) === rest(long, 2) && short[head] === long[head + 1])
  );
}

function byLength(one: string, other: string): readonly [string, string] {
  return one.length <= other.length ? [one, other] : [other, one];
}
