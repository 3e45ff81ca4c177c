import { serveWhenTold } from "./serve-when-told.ts";

/* A node whose clock jumps a day ahead at SIGUSR1 and two days back at SIGUSR2. */
const DAY_MS = 24 * 60 * 60 * 1_000;
const { now } = Date;
let offset = 0;

Date.now = () => now() + offset;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, self) =>
    Reflect.construct(target, args.length === 0 ? [Date.now()] : args, self),
});

process.on("SIGUSR1", () => {
  offset += DAY_MS;
});
process.on("SIGUSR2", () => {
  offset -= 2 * DAY_MS;
});
serveWhenTold();
