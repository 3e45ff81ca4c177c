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
          Another agent {status === "open" ? "asks" : "asked"} the same:{" "}
          {status === "open" ? "this gets" : "this got"} the answer of{" "}
          <a href={`/${behind}`}>that question</a>.
        </p>
        {mayPart ? <Button onClick={part(request.id)}>Ask it by itself</Button> : null}
      </Notice>
    );
  }
  if (others === undefined) return null;
  return (
    <Notice kind="info">
      <p>
        {status === "open"
          ? `Also asked by ${others}: one answer goes to all.`
          : `The answer went to ${others}, too.`}
      </p>
      {mayPart
        ? alsoAskedBy.map(({ id, agentName }) => (
            <Button key={id} kind="quiet" onClick={part(id)}>
              Leave out {nameOf(agentName)}
            </Button>
          ))
        : null}
    </Notice>
  );
}
