/*
 * What a browser may do with our answers. Only the page and the reports are documents. The rest is data, and
 * a browser that is sent there must not treat it as more.
 */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** For bytes of strangers, which are saved and never shown. */
export const FILE_POLICY = `sandbox; ${DATA_POLICY}`;

/** For the page: it runs only its own files, and no text can become script or markup. */
export const PAGE_POLICY = [
  "default-src 'none'",
  ...[
    "script-src",
    "style-src",
    "img-src",
    "connect-src",
    "font-src",
    "manifest-src",
    "worker-src",
  ].map((directive) => `${directive} 'self'`),
  "frame-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // Names the address of the worker, which is the only script that is loaded by one.
  "trusted-types worker",
].join("; ");

/** For what pages of applications frame: the same, in the frames of these origins alone. */
export function embedPolicy(origins: readonly string[]): string {
  return [
    "default-src 'none'",
    ...["script-src", "style-src", "connect-src", "font-src"].map(
      (directive) => `${directive} 'self'`,
    ),
    // Pictures of strangers come by calls that carry a token, which no address of theirs does.
    "img-src 'self' data:",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${origins.join(" ")}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

/** For the words in its place where no origin is named: nothing runs in them, whoever frames them. */
export const UNFRAMED_POLICY = "sandbox; default-src 'none'; frame-ancestors *";

/** For the worker, which calls this server alone and loads no other script. */
export const WORKER_POLICY = [
  "default-src 'none'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** For a report, shown in a frame of the page: it carries its own style, and nothing in it runs. */
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
