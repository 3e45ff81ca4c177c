import type { ShownRequest } from "../../../domain/requests/request.ts";
import { visibleText } from "../../../render/visible-text.ts";
import { RevealedText } from "../../parts/revealed-text.tsx";
import { nameOf } from "../../parts/words.ts";
import { Time } from "../../ui/time.tsx";
import { AgentText } from "../../words/agent-text.tsx";
import { say, sayWith } from "./messages/messages.ts";

/** What people asked the agent before they decide, and what it answered in its own words. */
export function Exchange({ request }: { readonly request: ShownRequest }) {
  const { askedBack = [], agentName } = request;
  if (askedBack.length === 0 || request.erasedAt !== undefined) return null;
  return (
    <dl class="exchange">
      {askedBack.map(({ number, text, by, at, answer }) => (
        <div key={number}>
          <dt>{sayWith("asked-agent", { who: nameOf(by.name), when: <Time at={at} /> })}</dt>
          <dd class="whole-text" dir="auto">
            <RevealedText text={visibleText(text)} />
          </dd>
          <dt>
            {answer === undefined ? (
              <span class="muted">{sayWith("no-answer", { when: <Time at={at} /> })}</span>
            ) : (
              sayWith("answers", {
                who: nameOf(agentName),
                unchecked: <span class="muted">{say("unchecked")}</span>,
                when: <Time at={answer.at} />,
              })
            )}
          </dt>
          {answer === undefined ? null : (
            <dd class="exchange-answer">
              <AgentText text={answer.text} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
