import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { isEarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import { errorText } from "../parts/error-text.ts";
import { api } from "../server/api.ts";
import { tellHost, withToken } from "./host.ts";
import { say } from "./messages/messages.ts";

/** How long one call waits for its end, and how long the next waits where one has failed. */
const HOLD_MS = 25_000;
const PAUSE_MS = 5_000;

export interface Watched {
  readonly request: ShownRequest | undefined;
  /** Why it cannot be shown. */
  readonly error: string | undefined;
  take(request: ShownRequest): void;
}

/** A request, and how it ends, whoever ends it. */
export function useRequest(id: RequestId): Watched {
  const [request, show] = useState<ShownRequest | undefined>(undefined);
  const [error, fail] = useState<string | undefined>(undefined);
  const told = useRef(false);
  const take = useCallback(
    (next: ShownRequest) => {
      fail(undefined);
      show(next);
      if (next.status === "open" || told.current) return;
      told.current = true;
      tellHost({ type: "closed", id, status: next.status });
    },
    [id],
  );
  useEffect(() => {
    const watching = { isOver: false };
    void watch(id, watching, { take, fail });
    return () => {
      watching.isOver = true;
    };
  }, [id, take]);
  return { request, error, take };
}

interface Hearing {
  take(request: ShownRequest): void;
  fail(why: string): void;
}

/** Looks, waits for its end and looks again, until it has ended or nobody listens. */
async function watch(
  id: RequestId,
  watching: { readonly isOver: boolean },
  { take, fail }: Hearing,
): Promise<void> {
  while (!watching.isOver) {
    const found = await look(id);
    if (watching.isOver) return;
    if ("request" in found) take(found.request);
    else fail(found.why);
    if (found.isLast) return;
    const next = "request" in found ? waitFor(id) : pause();
    await next;
  }
}

type Found = { readonly isLast: boolean } & (
  | { readonly request: ShownRequest }
  | { readonly why: string }
);

async function look(id: RequestId): Promise<Found> {
  try {
    const { request } = await withToken(() => api.show({ id }));
    return { request, isLast: request.status !== "open" };
  } catch (error) {
    const isMissing = isEarshotError(error, "NOT_FOUND");
    return { why: isMissing ? say("not-yours") : errorText(error), isLast: isMissing };
  }
}

/** The next look tells what went wrong, if that lasts. */
async function waitFor(id: RequestId): Promise<void> {
  await withToken(() => api.wait({ id, holdMs: HOLD_MS })).catch(pause);
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
