import "../styles/deck.css";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RequestId } from "../../domain/id.ts";
import { readingDirection } from "../browser/language.ts";
import { noteOpened } from "../browser/looked.ts";
import {
  foldWith,
  hasMore,
  load,
  loading,
  loadMore,
  needsMe,
  rows,
  waitingRows,
} from "../requests/list/state.ts";
import { RequestPane } from "../requests/request-pane.tsx";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { Guarded } from "../ui/error-boundary.tsx";
import { Toasts } from "../ui/toast.tsx";
import { deckOf, type Point, swipeOf } from "./deck-model.ts";
import { say } from "./messages/messages.ts";

/*
 * What needs the person, one card at a time, for the thumb. A swipe passes a card and never decides;
 * buttons do all that it does.
 */

/** More cards are loaded when so few are left. */
const FEW = 10;

export function DeckScreen() {
  const [passed, setPassed] = useState<readonly RequestId[]>([]);
  const top = useRef<RequestId | undefined>(undefined);
  // No card moves under the thumb when another comes: it lies at the bottom.
  const cards = [...rows.value, ...waitingRows.value];
  const { shown, open: loaded, left, last } = deckOf(cards, passed, top.current);
  const open = hasMore.value ? Math.max(loaded, needsMe.value) : loaded;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    void load();
  }, []);
  useEffect(() => {
    if (left < FEW && loading.value === "no") void loadMore();
  });
  useLayoutEffect(() => {
    top.current = shown;
    if (shown === undefined) return;
    noteOpened(shown);
    card.current?.scrollTo({ top: 0 });
    card.current?.focus();
  }, [shown]);
  const pass = () => shown !== undefined && setPassed([...passed, shown]);
  const back = () => {
    top.current = last;
    setPassed(passed.filter((id) => id !== last));
  };
  const swipe = useSwipe({ pass, back });
  return (
    <div class="deck">
      <header class="deck-head">
        <h1>{say("deck")}</h1>
        <p role="status">{say("needs", { open })}</p>
        <Toasts place="aside" hasRows={false} />
      </header>
      <main class="pane" ref={card} tabIndex={-1} aria-label={say("request")} {...swipe}>
        {shown === undefined ? (
          <Done open={open} onAgain={() => setPassed([])} />
        ) : (
          <Guarded key={shown}>
            <RequestPane id={shown} fold={foldWith(shown)} onDecided={() => undefined} />
          </Guarded>
        )}
      </main>
      <nav class="deck-foot" aria-label={say("cards")}>
        <Button disabled={last === undefined} onClick={back}>
          {say("back")}
        </Button>
        <Button disabled={shown === undefined} onClick={pass}>
          {say("later")}
        </Button>
      </nav>
    </div>
  );
}

function Done({ open, onAgain }: { readonly open: number; readonly onAgain: () => void }) {
  if (loading.value === "first") return null;
  if (open === 0) {
    return (
      <Empty title={say("nothing")}>
        <a href="/">{say("to-inbox")}</a>
      </Empty>
    );
  }
  return (
    <Empty title={say("left", { open })}>
      <Button kind="primary" onClick={onAgain}>
        {say("again")}
      </Button>
    </Empty>
  );
}

/** Not where something scrolls sideways itself, or words are marked. */
function useSwipe({ pass, back }: { readonly pass: () => void; readonly back: () => void }) {
  const from = useRef<Point | undefined>(undefined);
  return {
    onTouchStart({ touches, target }: TouchEvent) {
      const [finger] = touches;
      const isOwn = target instanceof Element && target.closest("pre, table, input, textarea");
      const isOne = touches.length === 1 && finger !== undefined && isOwn === null;
      from.current = isOne ? { x: finger.clientX, y: finger.clientY } : undefined;
    },
    onTouchEnd({ changedTouches: [finger] }: TouchEvent) {
      const start = from.current;
      from.current = undefined;
      if (start === undefined || finger === undefined) return;
      const meant = swipeOf(start, { x: finger.clientX, y: finger.clientY }, readingDirection());
      if (meant === "pass") pass();
      if (meant === "back") back();
    },
  };
}
