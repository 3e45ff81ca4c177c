/** How a format is written, for who fills it in. A date is picked on most surfaces. */
export const FORMAT_WORDS: ReadonlyMap<string, string> = new Map([
  ["date", "A date such as 2026-11-28"],
  ["time", "A time with its zone, such as 14:30:00Z"],
  ["date-time", "A date and time with its zone, such as 2026-11-28T14:30:00Z"],
  ["duration", "A length of time, such as P1DT2H"],
  ["email", "A mail address"],
  ["uri", "An address, such as https://example.org"],
  ["uuid", "A UUID"],
]);
