import { once } from "node:events";
import { createServer } from "node:net";

/** Below those that systems give to whoever asks for any port, so that nobody is given it meanwhile. */
const FIRST = 12_000;
const COUNT = 20_000;
/** Coprime with the count: each call goes on to a port of its own. */
const STEP = 37;
const MOST_TRIES = 200;
let calls = 0;

/**
 * A port for a program that cannot be told to take any. Another process may still take it first, but
 * only if it asks for that very number.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    calls += 1;
    const port = FIRST + ((process.pid * 7_919 + calls * STEP) % COUNT);
    const probe = createServer().listen(port);
    const isFree = await Promise.race([
      once(probe, "listening").then(() => true),
      once(probe, "error").then(() => false),
    ]).catch(() => false);
    if (!isFree) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
  throw new Error(`None of ${MOST_TRIES} ports is free.`);
}
