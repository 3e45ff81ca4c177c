import type { Session } from "../../domain/sessions/session.ts";
import { TONES, WAITS } from "./session-words.ts";

/** Its status, and what it waits for, with a link to decide it. */
export function SessionState({ session }: { readonly session: Session }) {
  const { status, waitsFor, continuedBy, cancelAsked } = session;
  return (
    <>
      <span class={`tone tone-${TONES[status]}`}>{status}</span>
      {cancelAsked === true ? <span class="row-note">is to end</span> : null}
      {continuedBy === undefined ? null : (
        <a class="row-note" href={`/sessions/${continuedBy}`}>
          goes on
        </a>
      )}
      {status === "paused" && waitsFor !== undefined && continuedBy === undefined ? (
        <span class="row-note">
          for <a href={`/${waitsFor.request}`}>{WAITS[waitsFor.kind]}</a>
        </span>
      ) : null}
    </>
  );
}
