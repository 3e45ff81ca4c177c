/*
 * What the scripted model server is told to say. All of it is plain JSON, so that a script can be
 * a file as well as a value of a test.
 *
 * A request is answered by the first turn with a `when` that fits, as often as it fits; else by the
 * next turn without `when`, each used once and in order; else by `otherwise`; else with the error of
 * a server that is out of order. A turn with `when` depends on the conversation alone, so it also
 * fits one that is taken up again after a crash.
 */

export type WireFormat = "openai" | "ollama";

/** What a conversation must look like for a turn to be said; all that is given must hold. */
export interface When {
  /** The newest message is the result of this tool. */
  readonly tool?: string;
  /** The newest message contains this text. */
  readonly says?: string;
  /** The newest message of the user contains this text. */
  readonly prompt?: string;
  /** So many messages of the assistant were said before; 0 is the first call of a conversation. */
  readonly step?: number;
}

export interface ScriptedCall {
  readonly name: string;
  /** An object; or a text that is sent as it is, for a model that writes malformed arguments. */
  readonly args?: unknown;
  /** Absent: the server makes one. `null`: it sends none. Two calls may share one. */
  readonly id?: string | null;
}

export type Fault =
  /** Answers with this status and the error body of the platform. */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly message?: string;
      /** Value of the header Retry-After: seconds, or a date. */
      readonly retryAfter?: string;
    }
  /** Sends half of the turn, then cuts the connection. */
  | { readonly kind: "cut" }
  /** Sends half of the turn, then ends the answer properly, without its last part. */
  | { readonly kind: "unfinished" }
  /** Sends half of the turn, then reports an error within the stream, as both platforms can. */
  | { readonly kind: "error-in-stream"; readonly message?: string }
  /** Accepts the request and never sends a byte. */
  | { readonly kind: "silence" }
  /** Sends half of the turn, then nothing more. */
  | { readonly kind: "stall" }
  /** Sends half of the turn, then something that is not JSON, and leaves the answer open. */
  | { readonly kind: "garbage" };

export interface ScriptedUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** One answer of the model. */
export interface Turn {
  readonly when?: When;
  readonly text?: string;
  /** What a thinking model says to itself; sent where its platform sends it. */
  readonly reasoning?: string;
  readonly calls?: readonly ScriptedCall[];
  /** Absent: counted from the texts. `null`: not sent. */
  readonly usage?: ScriptedUsage | null;
  /** Absent: `stop`, or `tool_calls` where there are calls. */
  readonly finish?: "stop" | "tool_calls" | "length" | "content_filter";
  readonly fault?: Fault;
  /** Waits so long before its first byte. */
  readonly delayMs?: number;
  /** Waits this long between two parts of a stream. */
  readonly paceMs?: number;
}

export interface Script {
  readonly turns: readonly Turn[];
  /** The answer to every request for which no turn is left. */
  readonly otherwise?: Turn;
  /** Models that the server has; absent: any name is known, and one called `scripted` is listed. */
  readonly models?: readonly string[];
  /** The bearer token that a request must carry; absent: none is needed. */
  readonly apiKey?: string;
  /** Ways of `response_format` (and Ollama's `format`) that are refused with 400. */
  readonly refuses?: readonly ("json_schema" | "json_object")[];
}

/** One message of a request, in one form for both wire formats. */
export interface HeardMessage {
  readonly role: string;
  readonly text: string;
  readonly calls: readonly {
    readonly id?: string;
    readonly name: string;
    readonly args: unknown;
  }[];
  /** For a tool's result: the call it answers, and the tool if the format names it. */
  readonly call?: string;
  readonly tool?: string;
}

/** A request as it arrived. */
export interface HeardRequest {
  readonly format: WireFormat;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The parsed body; `undefined` if there is none or it is not JSON. */
  readonly body: unknown;
  readonly messages: readonly HeardMessage[];
  readonly tools: readonly string[];
  /** When its first byte came, in milliseconds since 1970. */
  readonly at: number;
  /** Why it was refused, as the platform would have; absent if it was answered. */
  readonly refused?: string;
}

/** The server as a test holds it. */
export interface ModelServer {
  /** Its root: `/v1` of it speaks the OpenAI format, `/api` of it Ollama's. */
  readonly url: string;
  /** Calls of the model so far (not the lists of models), in their order. */
  readonly heard: readonly HeardRequest[];
  /** Turns of the script that were said once and are used up. */
  readonly used: number;
  /** Resolves once this many calls have arrived. */
  arrived(count: number): Promise<HeardRequest>;
  /** Resolves once this many callers have hung up before the end. */
  hungUp(count: number): Promise<void>;
  /** Replaces the script. */
  say(script: Script | readonly Turn[]): void;
  close(): Promise<void>;
}
