import { useEffect, useState } from "preact/hooks";

/** Whether something has been true for that long: what passes in a moment is not worth a word. */
export function useKeptTrue(value: boolean, ms: number): boolean {
  const [kept, keep] = useState(false);
  useEffect(() => {
    if (!value) {
      keep(false);
      return;
    }
    const timer = setTimeout(() => keep(true), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return kept && value;
}
