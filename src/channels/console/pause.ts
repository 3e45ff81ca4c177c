/** Resolves after this time, or at once when the signal aborts. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const end = () => resolve();
  signal?.addEventListener("abort", end, { once: true });
  await promise;
  clearTimeout(timer);
  signal?.removeEventListener("abort", end);
}
