import { useEffect, useRef } from "preact/hooks";
import type { ConversationId } from "../../domain/id.ts";
import type { Liaison } from "../../domain/liaison/liaison.ts";
import type { OpenQuestion, Shown, ShownRequest } from "../../domain/requests/request.ts";
import { announce } from "../browser/announce.ts";
import { useLive } from "../parts/use-live.ts";
import type { Loaded } from "../parts/use-load.ts";
import { api } from "../server/api.ts";
import { say } from "./messages/messages.ts";

/** A conversation, with the question that waits for its person. */
export interface Talk {
  readonly liaison: Liaison;
  readonly open?: Shown<OpenQuestion>;
}

/** A conversation, read again when the log reports a change. */
export function useTalk(id: ConversationId): Loaded<Talk> {
  const talk = useLive(/^(?:liaison|task|request)\./, () => readTalk(id));
  useReplySaid(talk.value?.liaison);
  return talk;
}

async function readTalk(conversation_id: ConversationId): Promise<Talk> {
  const liaison = await api.showLiaison({ conversation_id });
  const { workerAsks = [], request } = liaison;
  // The worker waits; what the liaison asks is there again after it.
  const [id = request] = workerAsks;
  if (id === undefined) return { liaison };
  // Even without the question, its words can be read and answered.
  const shown = await api.show({ id }).catch(() => undefined);
  const open = shown === undefined ? undefined : openQuestion(shown.request);
  return open === undefined ? { liaison } : { liaison, open };
}

function openQuestion(request: ShownRequest): Shown<OpenQuestion> | undefined {
  return request.kind === "question" && request.status === "open" ? request : undefined;
}

/** A screen reader announces that a reply has come; people read it when they like. */
function useReplySaid(liaison: Liaison | undefined): void {
  const replies = liaison?.exchanges.filter(({ role }) => role === "assistant").length;
  const known = useRef(replies);
  useEffect(() => {
    const isNew = known.current !== undefined && (replies ?? 0) > known.current;
    known.current = replies;
    if (isNew) announce(say("replied"));
  }, [replies]);
}
