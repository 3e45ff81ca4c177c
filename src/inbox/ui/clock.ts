import { signal } from "@preact/signals";

/** Now, in milliseconds since 1970; updated every ten seconds, which is enough for "3 min ago". */
export const nowMs = signal(Date.now());
setInterval(() => {
  nowMs.value = Date.now();
}, 10_000);
