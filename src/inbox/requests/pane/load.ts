import { useEffect, useState } from "preact/hooks";
import type { RequestId } from "../../../domain/id.ts";
import type { Event } from "../../../domain/log/event.ts";
import { CHANGES_WHO_DECIDES } from "../../../domain/log/who-decides-events.ts";
import { present } from "../../../domain/present.ts";
import type { InboxDetail } from "../../../ports/earshot/inbox.ts";
import { api } from "../../server/api.ts";
import { beFollowing, onEvent, onReset } from "../../server/live.ts";
import { isSignedOut } from "../../server/me.ts";
import { returns } from "../../server/reach.ts";
import { problemWords } from "./problem-words.ts";

export interface Loaded {
  readonly detail?: InboxDetail;
  readonly error?: string;
}

/** All about one request, read again when the log says something about it. */
export function useDetail(id: RequestId): Loaded & { readonly reload: () => void } {
  const [state, setState] = useState<Loaded & { readonly id: RequestId }>({ id });
  const [loader, setLoader] = useState<Loader | undefined>(undefined);
  useEffect(() => {
    const own = createLoader(id, (loaded) => setState({ id, ...loaded }));
    setLoader(own);
    own.load();
    const ends = [
      onReset(own.load),
      returns.subscribe(() => {
        if (own.isLost()) own.load();
      }),
      onEvent((event) => {
        if (own.isAbout(event)) own.load();
      }),
    ];
    return () => {
      own.end();
      for (const end of ends) end();
    };
  }, [id]);
  const { detail, error } = state.id === id ? state : {};
  return { ...present({ detail, error }), reload: () => loader?.load() };
}

interface Loader {
  load(): void;
  /** This request, or the one whose answer it shares. */
  isAbout(event: Event): boolean;
  /** The last load failed. */
  isLost(): boolean;
  end(): void;
}

/** Of many wishes to load during a load, one is kept: it loads once more afterwards. */
function createLoader(id: RequestId, tell: (loaded: Loaded) => void): Loader {
  let isLoading = false;
  let isWanted = false;
  let isOver = false;
  let last: Loaded = {};

  async function load(): Promise<void> {
    isWanted = true;
    if (isLoading) return;
    isLoading = true;
    while (isWanted && !isOver) {
      isWanted = false;
      last = await loaded(id, last);
      if (!isOver) tell(last);
    }
    isLoading = false;
  }

  return {
    load: () => void load(),
    isAbout({ type, subject, data }) {
      if (CHANGES_WHO_DECIDES.has(type)) return last.detail?.request.status === "open";
      const sharers = last.detail?.request.alsoAskedBy ?? [];
      const about: readonly (string | undefined)[] = [subject, data?.leader];
      return about.includes(id) || sharers.some((asker) => asker.id === subject);
    },
    isLost: () => last.error !== undefined,
    end: () => {
      isOver = true;
    },
  };
}

/** If it cannot be read again, the previous one stays. */
async function loaded(id: RequestId, before: Loaded): Promise<Loaded> {
  try {
    await beFollowing();
    return { detail: await api.inboxItem({ id }) };
  } catch (error) {
    if (isSignedOut(error)) return before;
    return { ...before, error: problemWords(error) };
  }
}
