/**
 * How long a fake platform keeps a connection that is idle. Node ends one after 5 s: a test that works for
 * longer without a pause would then call on a connection that is ending, and lose what it said.
 */
export const KEPT_ALIVE = { keepAliveTimeout: 65_000 } as const;
