/*
 * Patterns that hurt engines which backtrack, or that are large once compiled. The same number gives
 * the same pattern.
 */

const SHAPES: readonly ((n: number, letter: string) => string)[] = [
  (_, x) => `(${x}+)+$`,
  (_, x) => `(${x}*)*b`,
  (_, x) => `(${x}|${x}${x})+$`,
  (_, x) => `(.*${x}){12}y`,
  (n, x) => `${x}{1,${10 + (n % 91)}}`.repeat(12),
  (n, x) => `((${x}{10}){${2 + (n % 9)}}){5}`.repeat(8),
  (n) => `(${"(".repeat(20)}\\pL+${")*".repeat(20)})${n % 10}`,
  (n) => `[\\pL\\pN]{${1 + (n % 100)}}`.repeat(10),
  (n, x) => `(?i)${x}.{0,${n % 100}}${x}.{0,90}${x}.*\\d$`,
  (n) => `${"(a|b|ab)*".repeat(1 + (n % 20))}c`,
  (n) => `^(\\w+\\s?)*${n}$`,
  (n) => `.*.*.*.*.*=.*${n}`,
  (n) => `(x+x+)+y${n % 7}`,
  (n) => `([^x]|x[^y])*xyz${n % 5}`,
  (n) => `(?:(?:\\d+[a-z]*)+\\s*){${5 + (n % 20)}}!`,
  (n, x) => `(${x}?){${1 + (n % 100)}}${x}{${1 + (n % 100)}}`,
  (n) => `\\b\\w*\\B\\w{${n % 50}}\\b(\\s|\\S)*$`,
  (n) => `(${"a?".repeat(n % 60)})${"a".repeat(n % 60)}`,
];
const LETTERS = ["a", "e", "l", "\\w", "[a-z ]", "\\pL", "."];

/** The `n`th hostile pattern, which may also be one that is refused. */
export function hostilePattern(n: number): string {
  const shape = SHAPES[n % SHAPES.length];
  const letter = LETTERS[Math.floor(n / SHAPES.length) % LETTERS.length] ?? "a";
  return (shape?.(n, letter) ?? "").slice(0, 256);
}
