import { useEffect, useState } from "preact/hooks";
import type { RequestId } from "../../domain/id.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import { askOf } from "../parts/ask-of.ts";
import { errorText } from "../parts/error-text.ts";
import { nameOf } from "../parts/words.ts";
import { api } from "../server/api.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Time } from "../ui/time.tsx";
import { Action } from "./action.tsx";
import { isLetIn, started, withToken } from "./host.ts";
import { say } from "./messages/messages.ts";
import { Question } from "./question.tsx";
import { useRequest } from "./use-request.ts";

/** All that the frame shows. */
export function Frame() {
  const start = started.value;
  const rights = useRights(start !== undefined);
  if (start === undefined) {
    return window.parent === window ? <Notice kind="info">{say("alone")}</Notice> : null;
  }
  return (
    <>
      <h1 class="visually-hidden">{titleOf(start)}</h1>
      {isLetIn.value ? null : <Notice kind="warn">{say("token.awaited")}</Notice>}
      {rights === undefined ? null : typeof rights === "string" ? (
        <Notice kind="error">{rights}</Notice>
      ) : start.request === undefined ? (
        <List rights={rights} />
      ) : (
        <One id={start.request as RequestId} rights={rights} />
      )}
    </>
  );
}

/** What the frame is, for those who do not see what is around it. */
export function titleOf({ request }: { readonly request?: string }): string {
  return say(request === undefined ? "title.list" : "title.request");
}

/** What the token permits; a text says why that is not known. */
function useRights(isStarted: boolean): readonly string[] | string | undefined {
  const [rights, know] = useState<readonly string[] | string | undefined>(undefined);
  const isIn = isLetIn.value;
  useEffect(() => {
    if (!isStarted || !isIn || Array.isArray(rights)) return;
    withToken(() => api.whoami()).then(
      (me) => know(me.rights),
      (error) => know(errorText(error)),
    );
  }, [isStarted, isIn]);
  return rights;
}

interface OneProps {
  readonly id: RequestId;
  readonly rights: readonly string[];
}

function One({ id, rights }: OneProps) {
  const { request, error, take } = useRequest(id);
  if (request === undefined) {
    return error === undefined ? null : <Notice kind="info">{error}</Notice>;
  }
  const shown = { rights, onChange: take };
  return (
    <>
      {error === undefined ? null : <Notice kind="warn">{error}</Notice>}
      {request.kind === "question" ? (
        <Question key={id} request={request} {...shown} />
      ) : (
        <Action key={id} request={request} {...shown} />
      )}
    </>
  );
}

const LIST_MS = 10_000;

/** All that asks the user now, and one of it at a time. */
function List({ rights }: { readonly rights: readonly string[] }) {
  const [open, setOpen] = useState<RequestId | undefined>(undefined);
  const { items, error } = useList(open === undefined);
  if (open !== undefined) {
    return (
      <>
        <p>
          <Button kind="quiet" onClick={() => setOpen(undefined)}>
            {say("list.back")}
          </Button>
        </p>
        <One key={open} id={open} rights={rights} />
      </>
    );
  }
  if (items === undefined)
    return error === undefined ? null : <Notice kind="error">{error}</Notice>;
  if (items.length === 0) return <p class="muted embed-empty">{say("list.empty")}</p>;
  return (
    <ul class="embed-list" aria-label={say("list")}>
      {items.map((request) => (
        <li key={request.id}>
          <button type="button" class="embed-row" onClick={() => setOpen(request.id)}>
            <span class="embed-ask">{askOf(request)}</span>
            <span class="muted small">
              {nameOf(request.agentName)} <Time at={request.createdAt} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function useList(isShown: boolean) {
  const [items, show] = useState<readonly ShownRequest[] | undefined>(undefined);
  const [error, fail] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (!isShown) return undefined;
    const look = () =>
      withToken(() => api.list({ limit: 50 })).then(
        (page) => {
          fail(undefined);
          show(page.items);
        },
        (thrown) => fail(errorText(thrown)),
      );
    void look();
    const again = setInterval(() => {
      if (document.visibilityState === "visible") void look();
    }, LIST_MS);
    return () => clearInterval(again);
  }, [isShown]);
  return { items, error };
}
