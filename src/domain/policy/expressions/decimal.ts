/** More digits than an amount has, and few enough for arithmetic that costs nothing. */
const MAX_DIGITS = 64;
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;
const SCIENTIFIC = /^(-?)(\d)(?:\.(\d+))?e([+-]\d{1,3})$/;

/** An exact decimal number, as amounts are: `12.50` is `12.5`, and `0.1 + 0.2` is `0.3`. */
export class Decimal {
  /** The number is `unscaled` / 10 ^ `scale`. */
  readonly unscaled: bigint;
  readonly scale: number;

  constructor(unscaled: bigint, scale: number) {
    this.unscaled = unscaled;
    this.scale = scale;
  }
}

/** Reads text such as `12.50` or a number; throws on anything else, so on `1,000`, ` 5` and `٣`. */
export function decimalOf(value: string | number | bigint): Decimal {
  const text = String(value);
  const found = DECIMAL.exec(typeof value === "number" ? plain(text) : text);
  if (found === null) throw new Error("it is no decimal number such as 12.50");
  const [, sign = "", whole = "", fraction = ""] = found;
  if (whole.length + fraction.length > MAX_DIGITS) {
    throw new Error(`it has more than ${MAX_DIGITS} digits`);
  }
  return new Decimal(BigInt(`${sign}${whole}${fraction}`), fraction.length);
}

/** A double's shortest text without its exponent. */
function plain(text: string): string {
  const found = SCIENTIFIC.exec(text);
  if (found === null) return text;
  const [, sign = "", first = "", rest = "", exponent = "0"] = found;
  const digits = first + rest;
  const places = Number(exponent) + 1;
  if (places <= 0) return `${sign}0.${"0".repeat(-places)}${digits}`;
  if (places >= digits.length) return `${sign}${digits.padEnd(places, "0")}`;
  return `${sign}${digits.slice(0, places)}.${digits.slice(places)}`;
}

/** Below 0, 0 or above 0, as the first is less, equal or more. */
export function compareDecimals(one: Decimal, other: Decimal): number {
  const [a, b] = aligned(one, other);
  return a === b ? 0 : a < b ? -1 : 1;
}

export function addDecimals(one: Decimal, other: Decimal): Decimal {
  const [a, b, scale] = aligned(one, other);
  return checked(new Decimal(a + b, scale));
}

export function subtractDecimals(one: Decimal, other: Decimal): Decimal {
  return addDecimals(one, new Decimal(-other.unscaled, other.scale));
}

export function multiplyDecimals(one: Decimal, other: Decimal): Decimal {
  return checked(new Decimal(one.unscaled * other.unscaled, one.scale + other.scale));
}

/** As people write it. */
export function decimalText({ unscaled, scale }: Decimal): string {
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  return `${unscaled < 0n ? "-" : ""}${whole}${scale === 0 ? "" : `.${digits.slice(-scale)}`}`;
}

function aligned(one: Decimal, other: Decimal): readonly [bigint, bigint, number] {
  const scale = Math.max(one.scale, other.scale);
  const to = ({ unscaled, scale: from }: Decimal) => unscaled * 10n ** BigInt(scale - from);
  return [to(one), to(other), scale];
}

function checked(made: Decimal): Decimal {
  if (String(made.unscaled).length > 2 * MAX_DIGITS) throw new Error("the number is too long");
  return made;
}
