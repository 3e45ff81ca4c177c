/** The order matters: most browsers also name older ones. */
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ["Edge", /\bEdgA?\//],
  ["Opera", /\bOPR\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Headless)?(?:Chrome|CriOS)\//],
  ["Safari", /\bSafari\//],
];
const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ["Android", /\bAndroid\b/],
  ["iOS", /\b(?:iPhone|iPad)\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
];

/** The name a person knows a browser by, such as `Firefox on Linux`; built only from our own words. */
export function browserName(userAgent = ""): string {
  const first = (names: typeof BROWSERS) => names.find(([, sign]) => sign.test(userAgent))?.[0];
  const browser = first(BROWSERS) ?? "A browser";
  const system = first(SYSTEMS);
  return system === undefined ? browser : `${browser} on ${system}`;
}
