import type { Already } from "../../../domain/inbox/already.ts";
import { pointerParts, valueAt } from "../../../domain/json-pointer.ts";
import {
  type AuthorizationRequest,
  closersOf,
  type Shown,
} from "../../../domain/requests/request.ts";
import { actionHeading } from "../../../render/action-heading.ts";
import { oneLine, visibleText } from "../../../render/visible-text.ts";
import { commaWords } from "../../../render/words/listed.ts";
import { reader, words } from "../../parts/render-words.ts";
import { RevealedText } from "../../parts/revealed-text.tsx";
import { nameOf } from "../../parts/words.ts";
import { me } from "../../server/me.ts";
import { Notice } from "../../ui/notice.tsx";
import { Time } from "../../ui/time.tsx";
import { say, sayWith } from "./messages/messages.ts";

interface Props {
  readonly already: Already;
  readonly request: Shown<AuthorizationRequest>;
}

/** That the same was approved not long ago. It tells what was: whether that ran stands behind the link. */
export function AlreadyApproved({ already: { request: former, subjects }, request }: Props) {
  const by =
    former.status !== "approved"
      ? []
      : closersOf(former).map(({ principal, name }) =>
          principal === me.value?.principal.id ? say("already.you") : nameOf(name),
        );
  if (former.status !== "approved" || by.length === 0) return null;
  const who = commaWords(by, words);
  const when = <Time at={former.closedAt} />;
  const what = (
    <a href={`/done/${former.id}`}>
      <RevealedText text={actionHeading(former.authorization, reader)} />
    </a>
  );
  const { args } = request.authorization.action;
  const shared = subjects.map((pointer) => subjectWords(pointer, valueAt(args, pointer)));
  return (
    <Notice kind="warn">
      {shared.length === 0
        ? sayWith("already.same", { when, who, what })
        : sayWith("already.subject", { when, who, what, subject: commaWords(shared, words) })}
    </Notice>
  );
}

const WIDTH = 60;

/** "order 8841" */
function subjectWords(pointer: string, value: unknown): string {
  const shown = visibleText(String(value), { keepLines: false });
  return oneLine(`${pointerParts(pointer).join(".")} ${shown}`, WIDTH);
}
