/** One HTTP call of the platform, as it came; bytes are checked against their signature unparsed. */
export interface WebhookCall {
  readonly method: string;
  /** Behind `/hooks/KIND`, such as `/events`; with the query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
}

export interface WebhookReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
