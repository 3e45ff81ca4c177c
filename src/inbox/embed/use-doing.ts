import { useRef, useState } from "preact/hooks";
import { errorText } from "../parts/error-text.ts";

/** One change at a time, and what went wrong with the last one in words. */
export function useDoing() {
  const [isBusy, setBusy] = useState(false);
  const [error, fail] = useState<string | undefined>(undefined);
  const isRunning = useRef(false);
  async function run(work: () => Promise<void>): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    fail(undefined);
    try {
      await work();
    } catch (thrown) {
      fail(errorText(thrown));
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }
  return { isBusy, error, run } as const;
}
