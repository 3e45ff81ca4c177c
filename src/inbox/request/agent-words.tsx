import type { AuthorizationRequest, QuestionRequest } from "../../domain/request.ts";
import type { AgentBlock } from "../../render/blocks.ts";
import { visibleText } from "../../render/visible-text.ts";
import { RevealedText } from "./revealed-text.tsx";
import { isAskCut } from "./words.ts";

/** Why the agent wants it, in its own words: text and nothing but text, which nobody has checked. */
export function AgentWords({
  block,
  request,
}: {
  readonly block: AgentBlock;
  readonly request: AuthorizationRequest;
}) {
  return (
    <section class="zone agent-zone" aria-label="The agent says">
      <h3>
        The agent says <span class="muted">(not checked)</span>
      </h3>
      {block.onBehalfOf === undefined ? null : (
        <p class="small muted">
          It says that it acts for <RevealedText text={block.onBehalfOf} />.
        </p>
      )}
      <blockquote>
        {block.reason.map((line, index) => (
          <p key={index}>
            <RevealedText text={line} />
          </p>
        ))}
      </blockquote>
      {block.more === 0 ? null : (
        <details>
          <summary>All it says ({block.more} more characters)</summary>
          <p class="whole-text">{visibleText(request.authorization.reason)}</p>
        </details>
      )}
    </section>
  );
}

/** What stands behind a question: its whole text where the heading is cut, and the background. */
export function QuestionWords({ request }: { readonly request: QuestionRequest }) {
  const { text, context } = request.question;
  const isCut = isAskCut(request);
  if (!isCut && context === undefined) return null;
  return (
    <section class="zone agent-zone" aria-label="The agent says">
      <h3>
        The agent says <span class="muted">(not checked)</span>
      </h3>
      {isCut ? <p class="whole-text">{visibleText(text)}</p> : null}
      {context === undefined ? null : <p class="whole-text">{visibleText(context)}</p>}
    </section>
  );
}
