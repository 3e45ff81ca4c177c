import { useEffect, useId } from "preact/hooks";
import type { RequestId } from "../../domain/id.ts";
import type { Fold } from "../../domain/inbox/fold.ts";
import type { InboxDetail } from "../../ports/earshot/inbox.ts";
import { useLook } from "../browser/looked.ts";
import { api } from "../server/api.ts";
import { me } from "../server/me.ts";
import { Empty } from "../ui/empty.tsx";
import { Held } from "../ui/held.tsx";
import { Notice } from "../ui/notice.tsx";
import { Time } from "../ui/time.tsx";
import { QuestionBody } from "./answer/question-body.tsx";
import { Alike } from "./decide/alike.tsx";
import { AuthorizationBody } from "./decide/authorization-body.tsx";
import { Head } from "./head.tsx";
import { useDetail } from "./pane/load.ts";
import { undone } from "./pane/undo.ts";

interface Props {
  readonly id: RequestId;
  /** What shares a row with it. */
  readonly fold: Fold | undefined;
  /** The operator has decided it or put it off: the list says what comes next. */
  readonly onDecided: () => void;
}

/** One request: everything to look at before deciding, and the decision itself. */
export function RequestPane({ id, fold, onDecided }: Props) {
  const { detail, error, reload } = useDetail(id);
  // Who is signed in determines what may be decided, and so which keys there are.
  if (detail === undefined || me.value === undefined) {
    return error === undefined ? (
      <div class="request is-loading" aria-busy="true" />
    ) : (
      <Empty title="This request cannot be shown">{error}</Empty>
    );
  }
  return (
    <Pane
      key={id}
      detail={detail}
      fold={fold}
      error={error}
      reload={reload}
      onDecided={onDecided}
    />
  );
}

interface PaneProps {
  readonly detail: InboxDetail;
  readonly fold: Fold | undefined;
  readonly error: string | undefined;
  readonly reload: () => void;
  readonly onDecided: () => void;
}

function Pane({ detail, fold, error, reload, onDecided }: PaneProps) {
  const headingId = useId();
  const { request } = detail;
  useSeen(request.id);
  useLook(request.id, contentOf(detail));
  const body = { detail, reload, onDecided };
  return (
    <article id={request.id} class="request" aria-labelledby={headingId} tabIndex={-1}>
      <Held />
      <Head detail={detail} headingId={headingId} />
      {isUnreached(detail) ? <Unreached id={request.id} /> : null}
      {error === undefined ? null : <Notice kind="error">{error}</Notice>}
      {fold === undefined || request.status !== "open" ? null : (
        <Alike request={request} fold={fold} onDecided={onDecided} />
      )}
      {request.erasedAt === undefined ? null : (
        <Notice kind="info">
          What this request said was erased <Time at={request.erasedAt} />. Its ids, digests and log
          are kept.
        </Notice>
      )}
      {request.kind === "question" ? (
        <QuestionBody key={undone.value} {...body} request={request} />
      ) : (
        <AuthorizationBody key={request.authorization.digest} {...body} request={request} />
      )}
    </article>
  );
}

/** All that a decision depends on, as far as it can change while somebody reads. */
function contentOf({ request, needs, similar, precedent }: InboxDetail): string {
  const { version, status, alsoAskedBy, behind, forOthers } = request;
  const alike = similar.map(({ request }) => request.id);
  return JSON.stringify([version, status, alsoAskedBy, behind, forOthers, needs, alike, precedent]);
}

/** Nothing is lost: it is here, and anybody who looks at it can decide it. */
function Unreached({ id }: { readonly id: RequestId }) {
  return (
    <Notice kind="warn">
      Nobody could be reached about this on any channel. It can still be decided here.{" "}
      <a href={`/deliveries?item=${id}`}>See why</a>
    </Notice>
  );
}

/** Notes that it was opened; a tab in the background does not count. */
function useSeen(id: RequestId): void {
  useEffect(() => {
    const note = () => {
      if (document.visibilityState === "hidden") return;
      document.removeEventListener("visibilitychange", note);
      api.noteSeen({ id }).catch(() => undefined);
    };
    document.addEventListener("visibilitychange", note);
    note();
    return () => document.removeEventListener("visibilitychange", note);
  }, [id]);
}

/** Whether all ways to people have failed and no delivery has been tried again since. */
function isUnreached({ request, history }: InboxDetail): boolean {
  if (request.status !== "open") return false;
  const last = history.findLast(({ type }) => DECISIVE.has(type));
  return last?.type === "request.undeliverable";
}

const DECISIVE: ReadonlySet<string> = new Set(["request.undeliverable", "delivery.resent"]);
