import type { RequestId } from "../../../domain/id.ts";
import type { QuestionRequest, Shown } from "../../../domain/requests/request.ts";
import { otherAskers } from "../../../render/askers.ts";
import { words } from "../../parts/render-words.ts";
import { nameOf } from "../../parts/words.ts";
import { api } from "../../server/api.ts";
import { can } from "../../server/me.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Acting } from "./acting.ts";
import { say, sayWith } from "./messages/messages.ts";

interface Props {
  readonly request: Shown<QuestionRequest>;
  readonly acting: Acting;
  readonly reload: () => void;
}

/** Who else gets the answer and how to leave one out, or whose answer this request gets. */
export function Sharers({ request, acting, reload }: Props) {
  const { alsoAskedBy = [], behind, status } = request;
  const others = otherAskers(request, words);
  const mayPart = status === "open" && can("answer");
  const part = (id: RequestId) => () => void acting.run(() => api.separate({ id })).then(reload);
  if (behind !== undefined) {
    return (
      <Notice kind="info">
        <p>
          {sayWith(status === "open" ? "shared.open" : "shared.over", {
            link: <a href={`/${behind}`}>{say("shared.link")}</a>,
          })}
        </p>
        {mayPart ? <Button onClick={part(request.id)}>{say("shared.part")}</Button> : null}
      </Notice>
    );
  }
  if (others === undefined) return null;
  return (
    <Notice kind="info">
      <p>{say(status === "open" ? "also.open" : "also.over", { others })}</p>
      {mayPart
        ? alsoAskedBy.map(({ id, agentName }) => (
            <Button key={id} kind="quiet" onClick={part(id)}>
              {say("also.leave-out", { name: nameOf(agentName) })}
            </Button>
          ))
        : null}
    </Notice>
  );
}
