/* What model servers say when they refuse: each has its own form. */

const MAX_SAID = 400;

export function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** The words of an error body, and the code beside them. */
export function saidIn(body: unknown, otherwise: string): string {
  if (typeof body === "string") return body.trim() === "" ? otherwise : body;
  if (typeof body !== "object" || body === null) return otherwise;
  const { error, message, detail, code, type } = body as Record<string, unknown>;
  if (error !== undefined && error !== null) return saidIn(error, otherwise);
  const text = [message, detail].find((part) => typeof part === "string" && part !== "");
  if (text === undefined) return otherwise;
  const kind = [code, type].find((part) => typeof part === "string" && part !== "");
  return kind === undefined ? String(text) : `${text} [${kind}]`;
}

/** The model's own text, which Ollama repeats when it cannot read a call. */
const RAW = /raw='.*'(?=, err=)/s;

/** One bounded line without the key and the model's own text: some servers repeat both. */
export function clean(said: string, apiKey: string | undefined): string {
  const hidden = apiKey === undefined ? said : said.replaceAll(apiKey, "…");
  const line = hidden
    .replace(RAW, "raw=…")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  const short = line.length > MAX_SAID ? `${line.slice(0, MAX_SAID)}…` : line;
  return /[.!?…]$/.test(short) ? short : `${short}.`;
}

/** How long the server asks callers to wait; undefined if it does not say. */
export function retryAfter(headers: Readonly<Record<string, string>>): number | undefined {
  const exact = Number(headers["retry-after-ms"] ?? Number.NaN);
  if (exact >= 0) return exact;
  const value = headers["retry-after"];
  if (value === undefined) return undefined;
  const seconds = Number(value);
  if (seconds >= 0) return seconds * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
