import { useState } from "preact/hooks";
import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { Link } from "../../domain/hub/link.ts";
import type { LinkCode } from "../../ports/earshot/hub.ts";
import { visibleText } from "../../render/visible-text.ts";
import { channelName } from "../parts/channel-name.ts";
import { CopyText } from "../parts/copy-text.tsx";
import { Loading } from "../parts/loading.tsx";
import { useAction } from "../parts/use-action.ts";
import { useLive } from "../parts/use-live.ts";
import { useLoad } from "../parts/use-load.ts";
import { api } from "../server/api.ts";
import { me } from "../server/me.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { Notice } from "../ui/notice.tsx";
import { Select } from "../ui/select.tsx";
import { Time } from "../ui/time.tsx";
import { say, sayWith } from "./messages/messages.ts";

interface Props {
  readonly onMade: (made: MadeCode) => void;
  readonly onLeave: () => void;
}

function LinkAccountForm({ onMade, onLeave }: Props) {
  const channels = useLoad(() => api.channels());
  return (
    <Loading from={channels} what={say("channels.what")}>
      {({ items }) => {
        const open = items.filter(({ state }) => state === "running");
        const [first] = open;
        if (first === undefined) return <NoChannel />;
        return (
          <Form onMade={onMade} onLeave={onLeave} channels={open.map(({ channel }) => channel)} />
        );
      }}
    </Loading>
  );
}

function NoChannel() {
  return <p>{sayWith("no-channel", { command: <code>npx earshot channels add slack</code> })}</p>;
}

interface FormProps extends Props {
  readonly channels: readonly RemoteChannel[];
}

function Form({ channels, onMade, onLeave }: FormProps) {
  const [channel, setChannel] = useState<RemoteChannel>(channels[0] ?? "slack");
  const [chatId, setChatId] = useState("");
  const action = useAction();
  // Mail can be forged: so the code has to answer a mail of ours.
  const isMail = channel === "email";
  const address = isMail ? { chatId: chatId.trim() } : {};
  const make = () =>
    action.run(async () => {
      const { items: known } = await api.listLinks();
      onMade({ known, code: await api.createLinkCode({ channel, ...address }) });
    });
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        make();
      }}
    >
      <Field label={say("channel")}>
        <Select
          autoFocus
          value={channel}
          options={channels.map((value) => ({ value, label: channelName(value) }))}
          onChange={setChannel}
        />
      </Field>
      {isMail ? (
        <Field label={say("e-mail")} hint={say("e-mail.hint")}>
          <Input type="email" maxLength={128} value={chatId} onInput={setChatId} />
        </Field>
      ) : null}
      {action.error === undefined ? null : <Notice kind="error">{action.error}</Notice>}
      <div class="buttons">
        <Button
          kind="primary"
          type="submit"
          busy={action.isBusy}
          disabled={isMail && chatId.trim() === ""}
        >
          {say("code")}
        </Button>
        <Button onClick={onLeave}>{say("cancel")}</Button>
      </div>
    </form>
  );
}

/** Makes a code that links an account, and shows what to do with it until somebody has sent it. */
export function LinkAccount({ onClose }: { readonly onClose: () => void }) {
  const [made, setMade] = useState<MadeCode>();
  return (
    <Dialog title={say("link")} onClose={onClose}>
      {made === undefined ? (
        <LinkAccountForm onMade={setMade} onLeave={onClose} />
      ) : (
        <LinkCodeShown {...made} onDone={onClose} />
      )}
    </Dialog>
  );
}

interface MadeCode {
  readonly code: LinkCode;
  /** The links before this one. */
  readonly known: readonly Link[];
}

interface LinkCodeShownProps extends MadeCode {
  readonly onDone: () => void;
}

/** The code, shown once, and what to do with it. */
function LinkCodeShown({ code: made, known, onDone }: LinkCodeShownProps) {
  const { code, say: told, channel, expiresAt, url } = made;
  const links = useLive(/^channel\.linked$/, () => api.listLinks()).value?.items ?? [];
  const isNew = (link: Link) => known.every(({ id }) => id !== link.id);
  const isLinked = links.some(
    (link) => link.channel === channel && link.operator === me.value?.principal.id && isNew(link),
  );
  return (
    <div class="stack">
      <p>{visibleText(told)}</p>
      <CopyText what={say("code.what")} text={code} />
      {url === undefined ? null : (
        <p>
          <a href={url} target="_blank" rel="noopener noreferrer">
            {say("link.open", { channel: channelName(channel) })}
          </a>
        </p>
      )}
      {isLinked ? (
        <Notice kind="good">{say("linked.now", { channel: channelName(channel) })}</Notice>
      ) : (
        <Notice kind="warn">{sayWith("link.warning", { when: <Time at={expiresAt} /> })}</Notice>
      )}
      <div class="buttons">
        <Button kind="primary" autoFocus onClick={onDone}>
          {say("done")}
        </Button>
      </div>
    </div>
  );
}
