import "../../styles/evidence.css";
import { useEffect, useState } from "preact/hooks";
import type { EvidenceFile, EvidenceView } from "../../../domain/evidence/evidence-view.ts";
import { inBytes } from "../../../domain/in-words.ts";
import type { ShownRequest } from "../../../domain/requests/request.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { RevealedText } from "../../parts/revealed-text.tsx";
import { api } from "../../server/api.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { say } from "./messages/messages.ts";

interface Props {
  readonly id: ShownRequest["id"];
  /** All of it stands on the page now. */
  readonly onDrawn: () => void;
}

/** What stands beside a request, as Earshot draws it of the bytes. */
export function EvidencePart({ id, onDrawn }: Props) {
  const [views, setViews] = useState<readonly EvidenceView[] | "failed">();
  const load = () => {
    setViews(undefined);
    api.showEvidence({ id }).then(
      ({ items }) => setViews(items),
      () => setViews("failed"),
    );
  };
  useEffect(load, [id]);
  useEffect(() => {
    if (Array.isArray(views)) onDrawn();
  }, [views]);
  if (views === undefined) return <p class="muted">{say("drawing")}</p>;
  if (views === "failed") {
    return (
      <Notice kind="error">
        {say("gone")} <Button onClick={load}>{say("retry")}</Button>
      </Notice>
    );
  }
  return (
    <section class="evidence" aria-label={say("evidence")}>
      {views.map((view, index) => (
        <View key={index} id={id} view={view} />
      ))}
    </section>
  );
}

function View({ id, view }: { readonly id: Props["id"]; readonly view: EvidenceView }) {
  const { heading, warnings, facts, lines, more, files } = view;
  return (
    <article class="evidence-view">
      <h3 class="evidence-heading">
        <RevealedText text={heading} />
      </h3>
      {warnings.map((text) => (
        <Notice key={text} kind="warn">
          <RevealedText text={text} />
        </Notice>
      ))}
      {view.kind === "image"
        ? files.map((file) => <Picture key={file.digest} id={id} file={file} />)
        : null}
      {facts.length === 0 ? null : (
        <dl class="facts">
          {facts.map(({ label, value }, index) => (
            <div key={index}>
              <dt>{label}</dt>
              <dd>
                <RevealedText text={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {lines.length === 0 ? null : <Lines lines={lines} />}
      {more === 0 ? null : <Notice kind="warn">{say("more", { more })}</Notice>}
      <ul class="evidence-files">
        {files.map((file) => (
          <li key={file.role}>
            <Download id={id} file={file} />
          </li>
        ))}
      </ul>
    </article>
  );
}

const CLASSES = { " ": "same", "+": "added", "-": "removed", "#": "place" } as const;

/** In a box of its own, which scrolls sideways; the keys of the page stay those of the request. */
function Lines({ lines }: Pick<EvidenceView, "lines">) {
  return (
    <ol class="evidence-lines">
      {lines.map(({ sign, text }, index) => (
        <li key={index} class={`evidence-line line-${CLASSES[sign]}`}>
          <span class="line-sign" aria-hidden="true">
            {sign === "#" ? "" : sign}
          </span>
          {sign === "+" ? <span class="visually-hidden">{say("added")}</span> : null}
          {sign === "-" ? <span class="visually-hidden">{say("removed")}</span> : null}
          <span class="line-text">
            <RevealedText text={text} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function addressOf(id: Props["id"], { digest }: EvidenceFile): string {
  return `/v1/requests/${id}/files/${encodeURIComponent(digest)}`;
}

/** Only what its bytes say is an image of a kind that runs nothing. */
function Picture({ id, file }: { readonly id: Props["id"]; readonly file: EvidenceFile }) {
  if (!file.media_type.startsWith("image/")) return null;
  return <img class="evidence-image" src={addressOf(id, file)} alt={oneLine(file.name, 80)} />;
}

function Download({ id, file }: { readonly id: Props["id"]; readonly file: EvidenceFile }) {
  const words = { before: say("before"), after: say("after"), content: say("save") };
  return (
    <>
      <a href={addressOf(id, file)} download={file.name} title={file.digest}>
        {words[file.role]}
      </a>{" "}
      <span class="muted">
        {oneLine(file.name, 80)} · {inBytes(file.size)}
      </span>
    </>
  );
}
