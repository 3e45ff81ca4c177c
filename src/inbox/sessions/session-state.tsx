import type { Session } from "../../domain/sessions/session.ts";
import { say, sayWith } from "./messages/messages.ts";
import { TONES } from "./session-words.ts";

/** Its status, and what it waits for, with a link to decide it. */
export function SessionState({ session }: { readonly session: Session }) {
  const { status, waitsFor, continuedBy, cancelAsked } = session;
  return (
    <>
      <span class={`tone tone-${TONES[status]}`}>{say(`status.${status}`)}</span>
      {cancelAsked === true ? <span class="row-note">{say("to-end")}</span> : null}
      {continuedBy === undefined ? null : (
        <a class="row-note" href={`/sessions/${continuedBy}`}>
          {say("goes-on")}
        </a>
      )}
      {status === "paused" && waitsFor !== undefined && continuedBy === undefined ? (
        <span class="row-note">
          {sayWith("waits-for", {
            what: <a href={`/${waitsFor.request}`}>{say(`waits.${waitsFor.kind}`)}</a>,
          })}
        </span>
      ) : null}
    </>
  );
}
