import { useEffect, useRef, useState } from "preact/hooks";
import { KEYS } from "../../browser/key-table.ts";
import { useKeys } from "../../browser/keys.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { KeyHint } from "../../ui/key-hint.tsx";
import { latePart } from "../../ui/late.tsx";
import { say } from "./messages/messages.ts";
import { lookFor, query } from "./split.ts";

const PAUSE_MS = 200;
const Filters = latePart(async () => (await import("./filters.tsx")).Filters);

/** Words and filters; the address holds them, so that a search can be linked. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(query.value);
  const [isOpen, open] = useState(false);
  const asked = query.value;
  const known = useRef(asked);
  useEffect(() => {
    // A search that came back after more was typed is out of date.
    if (asked === known.current) return;
    known.current = asked;
    setText(asked);
  }, [asked]);
  useEffect(() => {
    if (text.trim() === query.value) return;
    const timer = setTimeout(() => {
      known.current = text.trim();
      lookFor(known.current);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  useKeys("search", { [KEYS.search.key]: () => input.current?.focus() });
  const add = (filter: string) => {
    setText((now) => `${now.trim()} ${filter} `.trimStart());
    input.current?.focus();
  };
  const leave = () => {
    setText("");
    input.current?.blur();
  };
  return (
    <search
      class="search"
      onFocusIn={() => open(true)}
      onFocusOut={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) open(false);
      }}
    >
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        aria-label={say("search.label")}
        placeholder={say("search")}
        autocomplete="off"
        spellcheck={false}
        maxLength={256}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          leave();
        }}
      />
      {text === "" ? (
        <KeyHint keys={KEYS.search.key} />
      ) : (
        <Button kind="quiet" class="icon-only" aria-label={say("search.clear")} onClick={leave}>
          <Icon name="close" />
        </Button>
      )}
      {isOpen ? <Filters text={text} onAdd={add} /> : null}
    </search>
  );
}
