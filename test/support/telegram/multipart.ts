/** A file of a form. */
export interface FormFile {
  readonly name: string;
  readonly bytes: Buffer;
}

type Args = Readonly<Record<string, unknown>>;

/** The arguments of a call that brings files, which it names by `attach://`; undefined for any other. */
export function multipartIn(body: Buffer, type = ""): Args | undefined {
  const [, boundary] = /^multipart\/form-data; *boundary=(.+)$/.exec(type) ?? [];
  if (boundary === undefined) return undefined;
  const files = new Map<string, FormFile>();
  const given = new Map<string, string>();
  const parts = body.toString("latin1").split(`--${boundary}`).slice(1, -1);
  for (const part of parts) {
    const at = part.indexOf("\r\n\r\n");
    const head = utf8(part.slice(0, at));
    const value = part.slice(at + 4, -2);
    const name = /;\s*name="([^"]*)"/.exec(head)?.[1] ?? "";
    const filename = /;\s*filename="?([^"\r\n]*)/.exec(head)?.[1];
    if (filename === undefined) given.set(name, utf8(value));
    else files.set(name, { name: filename, bytes: Buffer.from(value, "latin1") });
  }
  const entries = [...given].map(([name, value]) => {
    const file = files.get(value.replace(/^attach:\/\//, ""));
    return [name, file ?? (name === "caption" ? value : parsed(value))];
  });
  return Object.fromEntries(entries);
}

function utf8(latin: string): string {
  return Buffer.from(latin, "latin1").toString();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
