import type { Clarification } from "../../domain/liaison/liaison.ts";
import { visibleText } from "../../render/visible-text.ts";
import { say, sayWith } from "./messages/messages.ts";

interface Props {
  readonly clarifications: readonly Clarification[];
}

/** What was asked: what is still open, and what became of the rest. */
export function OpenPoints({ clarifications }: Props) {
  const open = clarifications.filter(({ status }) => status === "open");
  const settled = clarifications.filter(({ status }) => status !== "open");
  if (clarifications.length === 0) return null;
  return (
    <div class="specification-part">
      <h4>{say("points")}</h4>
      {open.length === 0 ? (
        <p class="muted">{say("points.none")}</p>
      ) : (
        <ul class="open-points">
          {open.map((one) => (
            <Open key={`${one.asked_in} ${one.topic}`} point={one} />
          ))}
        </ul>
      )}
      {settled.length === 0 ? null : (
        <details>
          <summary>{say("points.settled", { count: settled.length })}</summary>
          <ul class="open-points">
            {settled.map((one) => (
              <Settled key={`${one.asked_in} ${one.topic}`} point={one} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Open({ point }: { readonly point: Clarification }) {
  const { question, options, default: proposed, why } = point;
  return (
    <li>
      <bdi>{visibleText(question)}</bdi>
      {options.length === 0 ? null : (
        <ul class="point-options" aria-label={say("points.options")}>
          {options.map((option) => (
            <li key={option}>
              <bdi>{visibleText(option)}</bdi>
              {option === proposed ? <span class="muted"> {say("points.default")}</span> : null}
            </li>
          ))}
        </ul>
      )}
      {proposed === undefined || options.includes(proposed) ? null : (
        <span class="row-note">
          {sayWith("points.unsaid", { answer: <bdi>{visibleText(proposed)}</bdi> })}
        </span>
      )}
      {why === undefined ? null : (
        <span class="row-note">
          <bdi>{visibleText(why)}</bdi>
        </span>
      )}
    </li>
  );
}

function Settled({ point }: { readonly point: Clarification }) {
  const { question, status, answer, default: proposed } = point;
  const word = status === "open" ? "" : say(`settled.${status}`);
  const text = answer ?? proposed;
  return (
    <li>
      <bdi>{visibleText(question)}</bdi>
      <span class="row-note">
        {text === undefined
          ? word
          : sayWith("points.said", { how: word, words: <bdi>{visibleText(text)}</bdi> })}
      </span>
    </li>
  );
}
