import "../../styles/evidence.css";
import { useEffect, useState } from "preact/hooks";
import type { EvidenceFile, EvidenceView } from "../../../domain/evidence/evidence-view.ts";
import { inBytes } from "../../../domain/in-words.ts";
import type { ShownRequest } from "../../../domain/requests/request.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { pageLanguage } from "../../browser/language.ts";
import { RevealedText } from "../../parts/revealed-text.tsx";
import { api } from "../../server/api.ts";
import { carriesToken, letIn } from "../../server/page-secret.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { fileAddress, saveFile, useFileAddress } from "./file-address.ts";
import { say } from "./messages/messages.ts";

interface Props {
  readonly id: ShownRequest["id"];
  /** It stands on the page now; `isWhole`: with all lines, and with every picture. */
  readonly onDrawn: (isWhole: boolean) => void;
}

/** What stands beside a request, as Earshot draws it of the bytes. */
export function EvidencePart({ id, onDrawn }: Props) {
  const [views, setViews] = useState<readonly EvidenceView[] | "failed">();
  const load = () => {
    setViews(undefined);
    letIn(() => api.showEvidence({ id, language: pageLanguage })).then(
      ({ items }) => setViews(items),
      () => setViews("failed"),
    );
  };
  useEffect(load, [id]);
  const [pictures, setPictures] = useState(0);
  useEffect(() => {
    if (Array.isArray(views)) onDrawn(isWhole(views, pictures));
  }, [views, pictures]);
  if (views === undefined) return <p class="muted">{say("drawing")}</p>;
  if (views === "failed") {
    return (
      <Notice kind="error">
        {say("gone")} <Button onClick={load}>{say("retry")}</Button>
      </Notice>
    );
  }
  return <EvidenceViews id={id} views={views} onPicture={() => setPictures((now) => now + 1)} />;
}

interface ViewsProps extends Pick<Props, "id"> {
  readonly views: readonly EvidenceView[];
  /** Hears of each picture that has come. */
  readonly onPicture?: () => void;
}

export function EvidenceViews({ id, views, onPicture }: ViewsProps) {
  return (
    <section class="evidence" aria-label={say("evidence")}>
      {views.map((view, index) => (
        <View key={index} id={id} view={view} onPicture={onPicture} />
      ))}
    </section>
  );
}

function isWhole(views: readonly EvidenceView[], loaded: number): boolean {
  const pictures = views.reduce((sum, view) => sum + picturesOf(view).length, 0);
  return loaded >= pictures && views.every(({ more }) => more === 0);
}

/** Only what its bytes say is an image of a kind that runs nothing. */
function picturesOf({ kind, files }: EvidenceView): readonly EvidenceFile[] {
  return kind === "image" ? files.filter((file) => file.media_type.startsWith("image/")) : [];
}

interface ViewProps extends Pick<Props, "id"> {
  readonly view: EvidenceView;
  /** A picture of it has been loaded. */
  readonly onPicture: (() => void) | undefined;
}

function View({ id, view, onPicture }: ViewProps) {
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
      {picturesOf(view).map((file) => (
        <Picture key={file.digest} id={id} file={file} onLoad={() => onPicture?.()} />
      ))}
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

interface FileProps extends Pick<Props, "id"> {
  readonly file: EvidenceFile;
}

function Picture({ id, file, onLoad }: FileProps & { readonly onLoad: () => void }) {
  const address = useFileAddress(id, file);
  if (address === undefined) return null;
  const name = oneLine(file.name, 80);
  return <img class="evidence-image" src={address} alt={name} onLoad={onLoad} />;
}

function Download({ id, file }: FileProps) {
  const words = { before: say("before"), after: say("after"), content: say("save") };
  const save = words[file.role];
  return (
    <>
      {carriesToken() ? (
        <Button kind="quiet" onClick={() => void saveFile(id, file)}>
          {save}
        </Button>
      ) : (
        <a href={fileAddress(id, file)} download={file.name} title={file.digest}>
          {save}
        </a>
      )}{" "}
      <span class="muted">
        {oneLine(file.name, 80)} · {inBytes(file.size)}
      </span>
    </>
  );
}
