/* The language of this page, for texts, numbers and dates; its build knows it. */

/** Put in by the build; elsewhere, as in tests, there is none. */
declare const say$language: string | undefined;

/** @public What renders is told so by what the build puts in. */
export const pageLanguage = typeof say$language === "string" ? say$language : "en";

/** As `Intl` wants it: in the form that the reader's browser asks for first, such as `en-GB`. */
export const pageLocale = navigator.languages.find(isOfPage) ?? pageLanguage;

function isOfPage(code: string): boolean {
  try {
    return new Intl.Locale(code).language === pageLanguage;
  } catch {
    return false; // Some systems give their browsers what is no code, such as `en-US@posix`.
  }
}

/** As the document has it: what is laid out by hand turns with it. */
export function readingDirection(): "ltr" | "rtl" {
  return document.documentElement.dir === "rtl" ? "rtl" : "ltr";
}

const forms = new Intl.PluralRules(pageLanguage);
const numbers = new Intl.NumberFormat(pageLocale);

/** @public Which form words take beside a number. What the build puts in calls it. */
export function form(count: number): string {
  return forms.select(count);
}

/** @public A number as people write it. What the build puts in calls it. */
export function shown(count: number): string {
  return numbers.format(count);
}

/** `a, b and c`. */
export function list(items: readonly string[]): string {
  return new Intl.ListFormat(pageLanguage, { type: "conjunction" }).format(items);
}
