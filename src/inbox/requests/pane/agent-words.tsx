import type { ComponentChildren } from "preact";
import type {
  AuthorizationRequest,
  QuestionRequest,
  Shown,
} from "../../../domain/requests/request.ts";
import { askersShort } from "../../../render/askers.ts";
import type { AgentBlock } from "../../../render/blocks.ts";
import { mayHaveMarkup } from "../../../render/words/may-have-markup.ts";
import { asksForSecret } from "../../parts/asks-for-secret.ts";
import { words } from "../../parts/render-words.ts";
import { RevealedText } from "../../parts/revealed-text.tsx";
import { isAskCut } from "../../parts/words.ts";
import { Notice } from "../../ui/notice.tsx";
import { AgentText } from "../../words/agent-text.tsx";
import { Exchange } from "./exchange.tsx";
import { say, sayWith } from "./messages/messages.ts";

/** Why the agent wants it, in its own words, which nobody has checked. */
export function AgentWords({
  block,
  request,
}: {
  readonly block: AgentBlock;
  readonly request: Shown<AuthorizationRequest>;
}) {
  return (
    <section class="zone agent-zone" aria-label={say("says")}>
      <h3>
        {say("says")} <span class="muted">{say("unchecked")}</span>
      </h3>
      {block.onBehalfOf === undefined ? null : (
        <p class="small muted">
          {sayWith("acts-for", { who: <RevealedText text={block.onBehalfOf} /> })}
        </p>
      )}
      <blockquote>
        {mayHaveMarkup(block.text) ? (
          <AgentText text={block.text} />
        ) : (
          block.reason.map((line, index) => (
            <p key={index} dir="auto">
              <RevealedText text={line} />
            </p>
          ))
        )}
      </blockquote>
      {block.more === 0 ? null : (
        <details>
          <summary>{say("says.all", { count: block.more })}</summary>
          <AgentText text={request.authorization.reason} />
        </details>
      )}
      <Exchange request={request} />
    </section>
  );
}

/** What goes with a question: all of it if the heading is only its beginning, and the background. */
export function QuestionWords({ request }: { readonly request: Shown<QuestionRequest> }) {
  const { text, context } = request.question;
  const isCut = isAskCut(request);
  return (
    <>
      {isCut ? <Zone name={say("says")} text={text} /> : null}
      {context === undefined ? null : <Zone name={say("background")} text={context} />}
      {request.askedBack === undefined ? null : (
        <section class="zone agent-zone" aria-label={say("asked-back")}>
          <Exchange request={request} />
        </section>
      )}
    </>
  );
}

/** Its name is Earshot's, and smaller than any heading that the agent can write. */
function Zone({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <section class="zone agent-zone" aria-label={name}>
      <h3>
        {name} <span class="muted">{say("unchecked")}</span>
      </h3>
      <AgentText text={text} />
    </section>
  );
}

interface AgentFormProps {
  readonly request: Shown<QuestionRequest>;
  readonly children: ComponentChildren;
}

/** A form by an agent: marked as such, with a warning if it asks for a secret. */
export function AgentForm({ request, children }: AgentFormProps) {
  const name = askersShort(request, words);
  const isShared = request.alsoAskedBy !== undefined;
  return (
    <div class="zone agent-zone">
      <h3>
        {say("asks", { who: name, count: isShared ? 2 : 1 })}{" "}
        <span class="muted">{say(isShared ? "asks.to-all" : "asks.to-it")}</span>
      </h3>
      {asksForSecret(request.question) ? (
        <Notice kind="warn">{say("secret", { who: name })}</Notice>
      ) : null}
      {children}
    </div>
  );
}
