const LONGEST = 35;

/** A language in its usual spelling, such as `de` or `de-AT`; undefined if it is none. */
export function languageTag(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}
