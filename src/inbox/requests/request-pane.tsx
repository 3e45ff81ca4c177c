import type { ComponentType } from "preact";
import { useEffect, useId } from "preact/hooks";
import type { RequestId } from "../../domain/id.ts";
import type { Fold } from "../../domain/inbox/fold.ts";
import type { Request, Shown } from "../../domain/requests/request.ts";
import type { InboxDetail } from "../../ports/earshot/inbox.ts";
import { useLook } from "../browser/looked.ts";
import { api } from "../server/api.ts";
import { me } from "../server/me.ts";
import { Empty } from "../ui/empty.tsx";
import { Held } from "../ui/held.tsx";
import { latePart, NotLoaded } from "../ui/late.tsx";
import { Notice } from "../ui/notice.tsx";
import { Time } from "../ui/time.tsx";
import { Head } from "./head.tsx";
import { noteSeenAt } from "./list/state.ts";
import { say, sayWith } from "./messages/messages.ts";
import type { BodyProps } from "./pane/body-props.ts";
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
      <Empty title={say("not-shown")}>{error}</Empty>
    );
  }
  const { request } = detail;
  const pane = { detail, fold, error, reload, onDecided };
  if (request.kind === "authorization") {
    return (
      <AuthorizationPane key={id} {...pane} request={request} part={request.authorization.digest} />
    );
  }
  const Shown = request.question.form.kind === "fields" ? FormPane : QuestionPane;
  return <Shown key={id} {...pane} request={request} part={undone.value} />;
}

interface PaneProps<R extends Shown<Request>> {
  readonly detail: InboxDetail;
  readonly request: R;
  /** What is typed and pressed there is of this alone. */
  readonly part: string | number;
  readonly fold: Fold | undefined;
  readonly error: string | undefined;
  readonly reload: () => void;
  readonly onDecided: () => void;
}

const Alike = latePart(async () => (await import("./decide/alike.tsx")).Alike);

// The whole pane waits for its part: a look at a request begins once all of it is there.
const QuestionPane = latePart(async () => {
  const { QuestionBody, QuestionHeading } = await import("./answer/question-body.tsx");
  return paneOf(QuestionBody, QuestionHeading);
}, Waiting);

const FormPane = latePart(async () => {
  const { FormBody } = await import("./answer/form-body.tsx");
  const { QuestionHeading } = await import("./answer/question-body.tsx");
  return paneOf(FormBody, QuestionHeading);
}, Waiting);

const AuthorizationPane = latePart(async () => {
  const { AuthorizationBody, ActionHeading } = await import("./decide/authorization-body.tsx");
  return paneOf(AuthorizationBody, ActionHeading);
}, Waiting);

function Waiting(has: "begun" | "failed") {
  return has === "failed" ? <NotLoaded /> : <div class="request is-loading" aria-busy="true" />;
}

function paneOf<R extends Shown<Request>>(
  Body: ComponentType<BodyProps<R>>,
  Heading: ComponentType<{ readonly request: R }>,
) {
  return function Pane({ detail, request, part, fold, error, reload, onDecided }: PaneProps<R>) {
    const headingId = useId();
    useSeen(request.id);
    useLook(request.id, contentOf(detail));
    return (
      <article id={request.id} class="request" aria-labelledby={headingId} tabIndex={-1}>
        <Held />
        <Head detail={detail} headingId={headingId} heading={<Heading request={request} />} />
        {isUnreached(detail) ? <Unreached id={request.id} /> : null}
        {error === undefined ? null : <Notice kind="error">{error}</Notice>}
        {fold === undefined || request.status !== "open" ? null : (
          <Alike request={request} fold={fold} onDecided={onDecided} />
        )}
        {request.erasedAt === undefined ? null : (
          <Notice kind="info">{sayWith("erased", { when: <Time at={request.erasedAt} /> })}</Notice>
        )}
        <Body key={part} detail={detail} request={request} reload={reload} onDecided={onDecided} />
      </article>
    );
  };
}

/** All that a decision depends on, as far as it can change while somebody reads. */
function contentOf({ request, needs, similar, precedent, already }: InboxDetail): string {
  const { version, status, alsoAskedBy, behind, forOthers } = request;
  const alike = similar.map(({ request }) => request.id);
  const before = [precedent, already?.request.id];
  return JSON.stringify([version, status, alsoAskedBy, behind, forOthers, needs, alike, before]);
}

/** Nothing is lost: it is here, and anybody who looks at it can decide it. */
function Unreached({ id }: { readonly id: RequestId }) {
  return (
    <Notice kind="warn">
      {sayWith("unreached", { link: <a href={`/deliveries?item=${id}`}>{say("see-why")}</a> })}
    </Notice>
  );
}

/** Notes that it was opened; a tab in the background does not count. */
function useSeen(id: RequestId): void {
  useEffect(() => {
    const note = () => {
      if (document.visibilityState === "hidden") return;
      document.removeEventListener("visibilitychange", note);
      api.noteSeen({ id }).then(
        ({ seenAt }) => noteSeenAt(id, seenAt),
        () => undefined,
      );
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
