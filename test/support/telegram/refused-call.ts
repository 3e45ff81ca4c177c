/** What the Bot API answers a call with that it refuses. */
export interface RefusedCall {
  readonly ok: false;
  readonly error_code: number;
  readonly description: string;
  readonly parameters?: Readonly<Record<string, number>>;
}

/** Thrown by methods of the fake, as what they answer with. */
export class CallRefused extends Error {
  readonly reply: RefusedCall;

  constructor(code: number, description: string, parameters?: Readonly<Record<string, number>>) {
    super(description);
    this.reply = { ok: false, error_code: code, description, ...(parameters && { parameters }) };
  }
}

export function badRequest(why: string): CallRefused {
  return new CallRefused(400, `Bad Request: ${why}`);
}
