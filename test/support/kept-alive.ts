/**
 * How long a fake platform keeps an idle connection. Node closes one after 5 s, so a test that
 * works longer without a pause would call on a closing connection and lose its message.
 */
export const KEPT_ALIVE = { keepAliveTimeout: 65_000 } as const;
