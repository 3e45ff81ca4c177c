import type { Held } from "../../../domain/requests/held.ts";
import { KEYS } from "../../browser/key-table.ts";
import { nameOf } from "../../parts/words.ts";
import { me } from "../../server/me.ts";
import { Button } from "../../ui/button.tsx";
import { say } from "./messages/messages.ts";
import { undoable, undoLast } from "./undo.ts";

/** Whose decision is held, in a few words. */
export function heldWords({ by, does }: Held): string {
  return by.principal === me.value?.principal.id
    ? say(`held.you.${does}`)
    : say(`held.they.${does}`, { who: nameOf(by.name) });
}

/** Stands where a request is decided, for as long as somebody's decision is held. */
export function HeldBy({ held }: { readonly held: Held }) {
  const words = heldWords(held);
  return (
    <p class="decide-others">
      {say("held.back", { what: words[0]?.toUpperCase() + words.slice(1) })}{" "}
      {undoable.value.length === 0 ? null : (
        <Button kind="quiet" shortcut={KEYS.undo} onClick={() => void undoLast()}>
          {say("held.take-back")}
        </Button>
      )}
    </p>
  );
}
