import type { Authorization, Vote } from "../../../domain/authority/authorization.ts";
import { missingVotes } from "../../../domain/authority/places.ts";
import type { PrincipalId } from "../../../domain/id.ts";
import type { JsonObject } from "../../../domain/json.ts";
import type { AuthorizationRequest, Shown } from "../../../domain/requests/request.ts";
import type { ActionBlock } from "../../../render/blocks.ts";
import { handWords } from "../../../render/hand-words.ts";
import { visibleText } from "../../../render/visible-text.ts";
import { words } from "../../parts/render-words.ts";
import { RevealedText } from "../../parts/revealed-text.tsx";
import { actorWords } from "../../parts/words.ts";
import { Time } from "../../ui/time.tsx";
import { say, sayWith } from "./messages/messages.ts";

interface Props {
  readonly request: Shown<AuthorizationRequest>;
  readonly block: ActionBlock;
  readonly rule?: JsonObject | undefined;
  /** Those whose votes no longer count. */
  readonly withdrawn?: readonly PrincipalId[] | undefined;
}

/** A new policy may want fewer approvals than there are; it approves nothing by itself. */
function missingWords(missing: number, { demand, votes }: Pick<Authorization, "demand" | "votes">) {
  if (missing === 0 && votes.length > 0) return say("wants-fewer");
  return demand.quorum > 1 && missing > 0 ? say("missing", { count: missing }) : undefined;
}

function voteWords(vote: Vote, isWithdrawn: boolean): string {
  const who = handWords(actorWords(vote.by), vote, words);
  const said = say(vote.passkey === true ? "vote.passkey" : "vote", { who });
  return isWithdrawn ? say("vote.withdrawn", { vote: said }) : said;
}

/** Which rule asked, who decides, and what is still missing. */
export function PolicyPart({ request, block, rule, withdrawn = [] }: Props) {
  const { demand, votes } = request.authorization;
  const standing = votes.filter(({ by }) => !withdrawn.includes(by.principal));
  const missing = missingVotes(demand, standing);
  const more = request.status === "open" ? missingWords(missing, { demand, votes }) : undefined;
  const wanted = block.facts.find(({ name }) => name === "missing")?.value;
  const decides =
    block.facts.find(({ name }) => name === "decides")?.value ?? words.say("action.nobody");
  return (
    <section class="part" aria-label={say("policy")}>
      <details>
        <summary>
          <h3>{say("policy")}</h3>
          <span class="muted">
            {sayWith(rule === undefined ? "rule.built-in" : "rule", {
              rule: <RevealedText text={demand.rule} />,
            })}
          </span>
          {more === undefined ? null : <span class="muted">{more}</span>}
        </summary>
        <div class="part-body">
          <p>
            <RevealedText text={say("decides", { who: decides })} />
          </p>
          {demand.wanted === undefined || wanted === undefined || withdrawn.length > 0 ? null : (
            <p>
              <RevealedText text={say("still-wanted", { who: wanted })} />
            </p>
          )}
          {votes.length === 0 ? null : (
            <ul class="lines">
              {votes.map((vote) => (
                <li key={vote.by.principal}>
                  <span class="grow">{voteWords(vote, withdrawn.includes(vote.by.principal))}</span>
                  <Time at={vote.at} />
                </li>
              ))}
            </ul>
          )}
          {rule === undefined ? (
            <p class="muted">{say("rule.none")}</p>
          ) : (
            <pre class="rule">{visibleText(JSON.stringify(rule, null, 2))}</pre>
          )}
        </div>
      </details>
    </section>
  );
}
