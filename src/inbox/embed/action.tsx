import type { RefObject } from "preact";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import type {
  AuthorizationRequest,
  OpenAuthorization,
  Shown,
  ShownRequest,
} from "../../domain/requests/request.ts";
import { actionParts } from "../../render/action-heading.ts";
import { DECIDES, holdBack, useLook } from "../browser/looked.ts";
import { ActionWords } from "../parts/action-words.tsx";
import { words } from "../parts/render-words.ts";
import { TwoPress } from "../parts/two-press.tsx";
import { nameOf } from "../parts/words.ts";
import { ActionZone } from "../requests/decide/action-zone.tsx";
import { AgentWords } from "../requests/pane/agent-words.tsx";
import { partsOf } from "../requests/pane/rendered.ts";
import { api } from "../server/api.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Held } from "../ui/held.tsx";
import { latePart } from "../ui/late.tsx";
import { LevelMark } from "../ui/level-mark.tsx";
import { Notice } from "../ui/notice.tsx";
import { TextArea } from "../ui/text-area.tsx";
import { Time } from "../ui/time.tsx";
import { Ended } from "./ended.tsx";
import { tellHost, withToken } from "./host.ts";
import { say } from "./messages/messages.ts";
import { type Seeing, TELLS_SEEN, watchSeen } from "./seen.ts";
import { useDoing } from "./use-doing.ts";

const EvidencePart = latePart(
  async () => (await import("../requests/evidence/evidence-part.tsx")).EvidencePart,
);

interface Props {
  readonly request: Shown<AuthorizationRequest>;
  readonly rights: readonly string[];
  readonly onChange: (request: ShownRequest) => void;
}

/** An action that waits for the user, as the trusted renderer shows it, and their decision. */
export function Action({ request, rights, onChange }: Props) {
  const { id, status, authorization, forOthers } = request;
  const headingId = useId();
  const zone = useRef<HTMLElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const { action, agent, notices } = useMemo(() => partsOf(request), [request]);
  useLook(id, `${request.version} ${status} ${authorization.digest}`);
  const { evidence } = authorization.action;
  const [drawn, setDrawn] = useState<boolean | undefined>(evidence === undefined || undefined);
  const mayDecide = rights.includes("decide") && forOthers === undefined;
  return (
    <article id={id} class="request" aria-labelledby={headingId}>
      <Held />
      <header class="request-head">
        <p class="request-marks">
          <LevelMark level={authorization.demand.level} />
        </p>
        <h2 id={headingId}>
          <ActionWords parts={actionParts(authorization, { words })} />
        </h2>
        <p class="request-where">
          <span>{nameOf(request.agentName)}</span> <Time at={request.createdAt} />
        </p>
      </header>
      {notices.map((text) => (
        <Notice key={text} kind="warn">
          {text}
        </Notice>
      ))}
      <ActionZone request={request} zone={zone} end={end} block={action} isTyped={false}>
        {evidence === undefined ? null : <EvidencePart id={id} onDrawn={setDrawn} />}
      </ActionZone>
      <AgentWords block={agent} request={request} />
      {request.status !== "open" ? (
        <Ended request={request} />
      ) : mayDecide ? (
        <Decide request={request} zone={zone} drawn={drawn} onChange={onChange} />
      ) : (
        <Notice kind="info">{say("for-others")}</Notice>
      )}
    </article>
  );
}

interface DecideProps extends Pick<Props, "onChange"> {
  readonly request: Shown<OpenAuthorization>;
  readonly zone: RefObject<HTMLElement | null>;
  /** Whether what stands beside it does so here, whole: otherwise it is not approved here. */
  readonly drawn: boolean | undefined;
}

function Decide({ request, zone, drawn, onChange }: DecideProps) {
  const { id, authorization } = request;
  const { isBusy, error, run } = useDoing();
  const bar = useRef<HTMLElement>(null);
  const isSeen = useSeen([zone, bar], drawn);
  const [reason, setReason] = useState<string | undefined>(undefined);
  const approve = () => {
    if (!isSeen()) return holdBack(say("unseen"));
    void run(async () => {
      const { digest } = authorization;
      onChange(await withToken(() => api.approve({ id, digest })));
      tellHost({ type: "decided", id, outcome: "approved" });
    });
  };
  const reject = () =>
    run(async () => {
      const said = reason?.trim() ?? "";
      const input = said === "" ? { id } : { id, reason: said };
      onChange(await withToken(() => api.reject(input)));
      tellHost({ type: "decided", id, outcome: "rejected" });
    });
  return (
    <section class="decide" aria-label={say("decide")} ref={bar}>
      {error === undefined ? null : <Notice kind="error">{error}</Notice>}
      {drawn === false ? <Notice kind="info">{say("approve.unseen")}</Notice> : null}
      {reason === undefined ? (
        <div class="decide-main">
          {drawn === true ? <Approve busy={isBusy} onApprove={approve} /> : null}
          <Button onClick={() => setReason("")}>{say("reject.open")}</Button>
        </div>
      ) : (
        <>
          <Field label={say("reject.why")}>
            <TextArea
              rows={2}
              value={reason}
              maxLength={4_000}
              onInput={setReason}
              autoFocus={true}
            />
          </Field>
          <div class="decide-main">
            <Button {...DECIDES} kind="danger" busy={isBusy} onClick={() => void reject()}>
              {say("reject")}
            </Button>
            <Button onClick={() => setReason(undefined)}>{say("back")}</Button>
          </div>
        </>
      )}
    </section>
  );
}

function Approve({ busy, onApprove }: { readonly busy: boolean; readonly onApprove: () => void }) {
  if (!TELLS_SEEN) {
    return (
      <TwoPress kind="primary" armed={say("approve.armed")} busy={busy} onConfirm={onApprove}>
        {say("approve")}
      </TwoPress>
    );
  }
  return (
    <Button {...DECIDES} kind="primary" busy={busy} onClick={onApprove}>
      {say("approve")}
    </Button>
  );
}

/**
 * Whether the action and its buttons are really on the screen, since they are as they are: nobody knows where
 * a browser does not tell.
 */
function useSeen(
  parts: readonly RefObject<HTMLElement | null>[],
  drawn: boolean | undefined,
): () => boolean {
  const seeing = useRef<readonly Seeing[]>([]);
  useEffect(() => {
    if (!TELLS_SEEN) return undefined;
    const there = parts.flatMap(({ current }) => (current === null ? [] : [watchSeen(current)]));
    seeing.current = there;
    return () => {
      for (const one of there) one.stop();
    };
  }, [drawn]);
  return () => !TELLS_SEEN || seeing.current.every((one) => one.isSeen());
}
