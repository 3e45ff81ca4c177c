import type { Held } from "../../../domain/requests/held.ts";
import { KEYS } from "../../browser/key-table.ts";
import { nameOf } from "../../parts/words.ts";
import { me } from "../../server/me.ts";
import { Button } from "../../ui/button.tsx";
import { undoable, undoLast } from "./undo.ts";

const DOING = {
  answer: "answering it",
  approve: "approving it",
  reject: "rejecting it",
  respond: "answering instead of running it",
} as const;
const DID = {
  answer: "answered it",
  approve: "approved it",
  reject: "rejected it",
  respond: "answered instead of running it",
} as const;

/** Whose decision is held, in a few words. */
export function heldWords({ by, does }: Held): string {
  return by.principal === me.value?.principal.id
    ? `you ${DID[does]} just now`
    : `${nameOf(by.name)} is ${DOING[does]}`;
}

/** Stands where a request is decided, for as long as somebody's decision is held. */
export function HeldBy({ held }: { readonly held: Held }) {
  const words = heldWords(held);
  return (
    <p class="decide-others">
      {words[0]?.toUpperCase() + words.slice(1)}, and can take that back for a moment.{" "}
      {undoable.value.length === 0 ? null : (
        <Button kind="quiet" shortcut={KEYS.undo} onClick={() => void undoLast()}>
          Take it back
        </Button>
      )}
    </p>
  );
}
