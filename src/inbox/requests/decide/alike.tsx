import { useState } from "preact/hooks";
import type { Fold } from "../../../domain/inbox/fold.ts";
import { isForOthers, type OpenRequest, type Shown } from "../../../domain/requests/request.ts";
import { differencesOf, differenceWords } from "../../../render/fold-words.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { askOf } from "../../parts/ask-of.ts";
import { words } from "../../parts/render-words.ts";
import { can } from "../../server/me.ts";
import { Button } from "../../ui/button.tsx";
import { lateDialog } from "../../ui/late-dialog.tsx";
import { say } from "./messages/messages.ts";

const RejectAlike = lateDialog(
  async () => (await import("./reject-alike.tsx")).RejectAlike,
  ({ ids }) => say("reject-alike", { count: ids.length }),
);

interface Props {
  readonly request: Shown<OpenRequest>;
  readonly fold: Fold;
  readonly onDecided: () => void;
}

/**
 * What shares one row with a request: each is opened and decided separately; all can be rejected
 * together.
 */
export function Alike({ request, fold, onDecided }: Props) {
  const [isOpen, open] = useState(false);
  const { ids, differs } = fold;
  const at = ids.indexOf(request.id) + 1;
  const nameOf = (place: number) =>
    say("alike.place", { ask: askOf(request), place: place + 1, count: ids.length });
  return (
    <section class="part alike" aria-label={say("alike")}>
      <details>
        <summary>
          <h3>{say("alike.count", { count: ids.length })}</h3>
          <span class="muted">{say("alike.about", { place: at, count: ids.length })}</span>
        </summary>
        <dl class="facts">
          {differs.map((one) => (
            <div key={one.pointer}>
              <dt>{oneLine(one.pointer, 80)}</dt>
              <dd>{differenceWords(one, words)}</dd>
            </div>
          ))}
        </dl>
        <ol class="lines">
          {ids.map((id, place) => (
            <li key={id}>
              <a
                href={`/needs_me/${id}`}
                title={id}
                aria-current={id === request.id ? "true" : undefined}
              >
                {nameOf(place)}
              </a>{" "}
              <span class="muted">{differencesOf(fold, id)}</span>
            </li>
          ))}
        </ol>
      </details>
      {request.kind === "authorization" && can("decide") && !isForOthers(request) ? (
        <Button kind="danger" onClick={() => open(true)}>
          {say("reject-all", { count: ids.length })}
        </Button>
      ) : null}
      {isOpen ? (
        <RejectAlike ids={ids} nameOf={nameOf} onDecided={onDecided} onClose={() => open(false)} />
      ) : null}
    </section>
  );
}
