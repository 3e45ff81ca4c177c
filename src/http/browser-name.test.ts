import { expect, test } from "vitest";
import { browserName } from "./browser-name.ts";

const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
const KIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  ["Firefox on Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"],
  ["Chrome on macOS", `${MAC} ${KIT} Chrome/140.0.0.0 Safari/537.36`],
  ["Chrome on Linux", `Mozilla/5.0 (X11; Linux x86_64) ${KIT} HeadlessChrome/140.0 Safari/537.36`],
  ["Edge on Windows", `Mozilla/5.0 (Windows NT 10.0) ${KIT} Chrome/140.0 Safari/537.36 Edg/140.0`],
  ["Safari on macOS", `${MAC} AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15`],
  ["Safari on iOS", "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/6"],
  ["Chrome on Android", `Mozilla/5.0 (Linux; Android 15) ${KIT} Chrome/140.0 Mobile Safari/537.36`],
  ["A browser", "curl/8.0"],
  ["A browser", "<script>alert(1)</script>"],
  ["A browser", undefined],
])("%s is what a person knows it by", (name, userAgent) => {
  expect(browserName(userAgent)).toBe(name);
});
