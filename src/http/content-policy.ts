/*
 * What a browser may do with what we send. Nothing of it is a document but the page and the reports;
 * the rest is data, which a browser that is led to it must not treat as more.
 */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Of the page: it runs its own files alone, and no text can become script or markup. */
export const PAGE_POLICY = [
  "default-src 'none'",
  ...["script-src", "style-src", "img-src", "connect-src", "font-src", "manifest-src"].map(
    (directive) => `${directive} 'self'`,
  ),
  "frame-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** Of a report, which the page shows in a frame: its style is in it, and nothing in it runs. */
export const REPORT_POLICY = [
  "sandbox",
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "script-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join("; ");
