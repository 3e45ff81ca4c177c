import { useMemo, useRef, useState } from "preact/hooks";
import { inTime } from "../../../domain/in-words.ts";
import type { Precedent } from "../../../domain/inbox/precedent.ts";
import { JUST_BEFORE_MS } from "../../../domain/limits.ts";
import type { Event } from "../../../domain/log/event.ts";
import {
  type AuthorizationRequest,
  isForOthers,
  type OpenAuthorization,
  type Shown,
} from "../../../domain/requests/request.ts";
import { actionParts } from "../../../render/action-heading.ts";
import { decidedWords, precedentWords } from "../../../render/precedent-words.ts";
import { draftOf } from "../../browser/drafts.ts";
import { KEYS } from "../../browser/key-table.ts";
import { useKeys } from "../../browser/keys.ts";
import { isWide } from "../../browser/width.ts";
import { ActionWords } from "../../parts/action-words.tsx";
import { askOf } from "../../parts/ask-of.ts";
import { reader, words } from "../../parts/render-words.ts";
import { RevealedText } from "../../parts/revealed-text.tsx";
import { TwoPress } from "../../parts/two-press.tsx";
import { useProvedAction } from "../../parts/use-proved-action.tsx";
import { nameOf } from "../../parts/words.ts";
import { api } from "../../server/api.ts";
import { can } from "../../server/me.ts";
import { Icon } from "../../ui/icon.tsx";
import { latePart } from "../../ui/late.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { MoreActions } from "../act/more-actions.tsx";
import { RevokeButton, RevokePart } from "../act/revoke-button.tsx";
import { WhoCan } from "../act/who-can.tsx";
import { useActing } from "../pane/acting.ts";
import { AgentWords } from "../pane/agent-words.tsx";
import type { BodyProps } from "../pane/body-props.ts";
import { History } from "../pane/history.tsx";
import { useReached } from "../pane/in-view.ts";
import { Problem } from "../pane/problem.tsx";
import { Reached } from "../pane/reached.tsx";
import { partsOf } from "../pane/rendered.ts";
import { Similar } from "../pane/similar.tsx";
import { ActionZone } from "./action-zone.tsx";
import { AlreadyApproved } from "./already-approved.tsx";
import type { BarProps } from "./approval.ts";
import { AuthorizationBar } from "./authorization-bar.tsx";
import { EditArgs, type Reviewed } from "./edit-args.tsx";
import { say } from "./messages/messages.ts";
import { PolicyPart } from "./policy-part.tsx";
import { WhyPart } from "./why-part.tsx";

const EvidencePart = latePart(
  async () => (await import("../evidence/evidence-part.tsx")).EvidencePart,
);
const TestCard = latePart(async () => (await import("../tests/test-card.tsx")).TestCard);
const OutcomeCard = latePart(async () => (await import("../pane/outcome-card.tsx")).OutcomeCard);

export function AuthorizationBody(props: BodyProps<Shown<AuthorizationRequest>>) {
  const { detail, request } = props;
  const { id, status, erasedAt } = request;
  // While something typed is kept, the page never looks as if nothing was: it has to be approved
  // as changed, or dropped.
  const [edit, setEdit] = useState<Editing>(() => ({
    isOpen: draftOf(`${id}.edit`) !== "",
    asked: 0,
  }));
  const openEdit = () => setEdit({ ...edit, isOpen: true, asked: edit.asked + 1 });
  const [zone, end, bar, changes] = useRefs();
  const { action, agent, notices } = useMemo(() => partsOf(request), [request]);
  const { demand } = request.authorization;
  const { part, reachedEnd } = useEvidence(request, { end, bar });
  const mayEdit =
    status === "open" &&
    can("decide") &&
    detail.needs?.refusal === undefined &&
    demand.edits !== "none";
  const isEditing = mayEdit && edit.isOpen;
  useKeys("request", mayEdit ? { [KEYS.edit.key]: openEdit } : {});
  return (
    <>
      {notices.map((text) => (
        <Notice key={text} kind="warn">
          {text}
        </Notice>
      ))}
      {detail.already === undefined ? null : (
        <AlreadyApproved already={detail.already} request={request} />
      )}
      {detail.precedent === undefined ? null : <Before precedent={detail.precedent} />}
      {erasedAt === undefined ? (
        <ActionZone
          request={request}
          zone={zone}
          end={end}
          block={action}
          isTyped={detail.needs?.typed === true}
        >
          {part}
        </ActionZone>
      ) : null}
      {isEditing ? (
        <EditArgs
          request={request}
          changes={changes}
          reviewed={edit.reviewed}
          onReviewed={(reviewed) => setEdit((was) => ({ ...was, reviewed }))}
          asked={edit.asked}
          onClose={() => setEdit({ ...edit, isOpen: false })}
          onDropped={(dropped) => setEdit({ isOpen: false, asked: 0, dropped })}
        />
      ) : null}
      {erasedAt === undefined ? <AgentWords block={agent} request={request} /> : null}
      {erasedAt === undefined ? <PinTool key={id} request={request} /> : null}
      <JustBefore steps={detail.steps} />
      <Similar similar={detail.similar} askOf={askOf} />
      <PolicyPart
        request={request}
        rule={detail.rule}
        withdrawn={detail.needs?.withdrawn}
        block={action}
      />
      <WhyPart request={request} />
      <Reached detail={detail} />
      <History detail={detail} />
      <Foot
        {...props}
        action={action}
        reachedEnd={reachedEnd}
        bar={bar}
        inView={[zone, changes]}
        edit={isEditing ? { reviewed: edit.reviewed } : undefined}
        dropped={isEditing ? undefined : edit.dropped}
        onEdit={mayEdit ? openEdit : undefined}
      />
    </>
  );
}

/**
 * What stands beside the action. Its end counts as reached once all of it is drawn: what was on the screen
 * before has not been seen.
 */
function useEvidence(
  { id, erasedAt, authorization }: Shown<AuthorizationRequest>,
  watched: Parameters<typeof useReached>[0],
) {
  const { digest, action } = authorization;
  const key = JSON.stringify([id, action.evidence]);
  const [drawn, setDrawn] = useState("");
  const isShown = action.evidence !== undefined && erasedAt === undefined;
  const isDrawn = !isShown || drawn === key;
  const hasReached = useReached(watched, isDrawn ? digest : `${digest} is not drawn`);
  return {
    reachedEnd: hasReached && isDrawn,
    part: isShown ? <EvidencePart key={key} id={id} onDrawn={() => setDrawn(key)} /> : null,
  };
}

export function ActionHeading({
  request,
}: Pick<BodyProps<Shown<AuthorizationRequest>>, "request">) {
  return <ActionWords parts={actionParts(request.authorization, reader)} />;
}

/** How it stands to the last ones like it; the decision is of what stands below. */
function Before({ precedent }: { readonly precedent: Precedent }) {
  return (
    <p class="precedent">
      <RevealedText text={precedentWords(precedent, reader)} />{" "}
      <span class="muted">({decidedWords(precedent, words)})</span>
    </p>
  );
}

type FootProps = Omit<BarProps, "request"> & BodyProps<Shown<AuthorizationRequest>>;

/** Where the request is decided, says that others decide it, or says how it ended. */
function Foot({ request, ...rest }: FootProps) {
  if (rest.detail.test !== undefined) return <TestCard test={rest.detail.test} />;
  if (request.status !== "open") {
    return (
      <OutcomeCard key={request.id} request={request}>
        <RevokePart {...rest} request={request} />
      </OutcomeCard>
    );
  }
  if (isForOthers(request)) return <OthersBar {...rest} request={request} />;
  return <AuthorizationBar {...rest} request={request} />;
}

interface Editing {
  readonly isOpen: boolean;
  readonly asked: number;
  readonly reviewed?: Reviewed | undefined;
  /** What stands since changes were dropped, in words. */
  readonly dropped?: string | undefined;
}

function useRefs() {
  return [
    useRef<HTMLElement>(null),
    useRef<HTMLDivElement>(null),
    useRef<HTMLElement>(null),
    useRef<HTMLDivElement>(null),
  ] as const;
}

/** What the agent did just before it asked, according to the log. It need not be why it asked. */
function JustBefore({ steps }: { readonly steps: readonly Event[] }) {
  if (steps.length === 0) return null;
  const failed = steps.filter(({ type }) => type === "tool.failed").length;
  const calls = say("before.count", { count: steps.length, span: inTime(JUST_BEFORE_MS) });
  return (
    <section class="part" aria-label={say("before")}>
      <details>
        <summary>
          <h3>{say("before")}</h3>
          <span class="muted">
            {failed === 0 ? calls : say("before.failed", { calls, failed })}
          </span>
        </summary>
        <ol class="lines">
          {steps.map(({ seq, type, at, data }) => (
            <li key={seq}>
              <span class={type === "tool.failed" ? "step-failed" : "step-ok"}>
                <Icon name={type === "tool.failed" ? "cross" : "check"} />
                {say(type === "tool.failed" ? "failed" : "ok")}
              </span>
              <span class="mono grow">
                {nameOf(data?.name ?? say("a-tool"))}
                {data?.error === undefined ? "" : `: ${nameOf(data.error)}`}
              </span>
              <Time at={at} />
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}

/** Replaces the bar that decides: nothing here decides, by any key. */
function OthersBar(props: BodyProps<Shown<OpenAuthorization>>) {
  const { request, detail, reload, onDecided } = props;
  const acting = useActing(reload);
  const more = (
    <MoreActions detail={detail} acting={acting} onDecided={onDecided} reload={reload}>
      <RevokeButton {...props} />
    </MoreActions>
  );
  return (
    <>
      {isWide.value ? null : more}
      <section class="decide" aria-label={say("for-others")}>
        <Problem text={acting.error} />
        {request.forOthers === undefined ? null : (
          <WhoCan forOthers={request.forOthers} what="decide" />
        )}
        {isWide.value ? more : null}
      </section>
    </>
  );
}

/**
 * Accepting a changed tool as the known one is a decision in itself, apart from the one on the
 * call.
 */
function PinTool({
  request: { id, authorization },
}: {
  readonly request: Shown<AuthorizationRequest>;
}) {
  const action = useProvedAction();
  const [isPinned, setPinned] = useState(false);
  const { toolChanged, action: sought } = authorization;
  const { toolSchemaHash: hash } = sought;
  if (toolChanged !== true || hash === null || isPinned || !can("permit")) return null;
  const pin = () =>
    action.run(async (proof) => {
      await api.pinTool({ id, hash, ...proof });
      setPinned(true);
      toast(say("pinned"), { kind: "good" });
    });
  return (
    <section class="part" aria-label={say("definition")}>
      <p class="muted">{say("definition.about")}</p>
      <TwoPress armed={say("pin.armed")} busy={action.isBusy} onConfirm={pin}>
        {say("pin")}
      </TwoPress>
      {action.error === undefined ? null : <Notice kind="error">{action.error}</Notice>}
      {action.dialog}
    </section>
  );
}
