import { useEffect, useState } from "preact/hooks";
import { toast } from "../ui/toast.tsx";
import { say } from "./messages/messages.ts";

const ARMED_MS = 6_000;

/**
 * What a first press has asked for and a second one confirms. If none comes in time it is disarmed,
 * and the page says so.
 */
export function useArmed<T>() {
  const [armed, setArmed] = useState<T | undefined>(undefined);
  useEffect(() => {
    if (armed === undefined) return undefined;
    const timer = setTimeout(() => {
      setArmed(undefined);
      toast(say("armed.late"));
    }, ARMED_MS);
    return () => clearTimeout(timer);
  }, [armed]);
  return [armed, setArmed] as const;
}
