import { useState } from "preact/hooks";
import { PUSH } from "../../domain/hub/device.ts";
import type { Link } from "../../domain/hub/link.ts";
import type { LinkId } from "../../domain/id.ts";
import { channelName } from "../parts/channel-name.ts";
import { Loading } from "../parts/loading.tsx";
import { RecordTable } from "../parts/record-table.tsx";
import { Name } from "../parts/said.tsx";
import { Section } from "../parts/section.tsx";
import { TwoPress } from "../parts/two-press.tsx";
import { useAction } from "../parts/use-action.ts";
import { useLive } from "../parts/use-live.ts";
import { api } from "../server/api.ts";
import { me } from "../server/me.ts";
import { Button } from "../ui/button.tsx";
import { Time } from "../ui/time.tsx";
import { LinkAccount } from "./link-account.tsx";
import { say } from "./messages/messages.ts";

/** The operator's own addresses on other platforms, in the order in which they are tried. */
export function Links() {
  const links = useLive(/^channel\./, () => api.listLinks());
  const [isLinking, setLinking] = useState(false);
  return (
    <Section
      title={say("links")}
      about={say("links.about")}
      actions={
        <Button kind="primary" onClick={() => setLinking(true)}>
          {say("link")}
        </Button>
      }
    >
      <Loading from={links} what={say("links.what")}>
        {({ items }) => <Table own={items.filter(isMine)} onChange={links.reload} />}
      </Loading>
      {isLinking ? <LinkAccount onClose={() => setLinking(false)} /> : null}
    </Section>
  );
}

/** Devices are listed by themselves: none of them is tried before another. */
function isMine({ operator, channel }: Link): boolean {
  return channel !== PUSH && operator !== undefined && operator === me.value?.principal.id;
}

interface TableProps {
  readonly own: readonly Link[];
  readonly onChange: () => void;
}

function Table({ own, onChange }: TableProps) {
  if (own.length === 0) {
    return <p class="muted">{say("links.none")}</p>;
  }
  return (
    <RecordTable
      caption={say("links.caption")}
      head={[say("name"), say("channel"), say("address"), say("linked"), say("change")]}
      rows={own.map((link, index) => [
        <strong key={link.id}>
          <Name text={link.name} />
        </strong>,
        <span key={link.id}>
          {channelName(link.channel)}
          {index === 0 ? <span class="row-note">{say("tried-first")}</span> : null}
        </span>,
        <code key={link.id}>{link.chatId}</code>,
        <Time key={link.id} at={link.createdAt} />,
        <Changes key={link.id} link={link} own={own} onChange={onChange} isFirst={index === 0} />,
      ])}
    />
  );
}

interface ChangesProps extends TableProps {
  readonly link: Link;
  readonly isFirst: boolean;
}

function Changes({ link: { id, name, channel }, own, isFirst, onChange }: ChangesProps) {
  const { isBusy, error, run } = useAction();
  const label = say("name-on", { name, channel: channelName(channel) });
  const change = (made: () => Promise<unknown>) => () =>
    run(async () => {
      await made();
      onChange();
    });
  return (
    <div class="buttons">
      {isFirst ? null : (
        <Button
          kind="quiet"
          busy={isBusy}
          aria-label={say("try-first.label", { label })}
          onClick={change(() => putFirst(id, own))}
        >
          {say("try-first")}
        </Button>
      )}
      <TwoPress
        label={label}
        armed={say("remove.armed")}
        busy={isBusy}
        onConfirm={change(() => api.removeLink({ id }))}
      >
        {say("remove")}
      </TwoPress>
      {error === undefined ? null : <p class="error">{error}</p>}
    </div>
  );
}

/** Ranks one before the operator's others, which keep their order. */
async function putFirst(id: LinkId, own: readonly Link[]): Promise<void> {
  const first = own.filter((link) => link.id === id);
  const ranked = [...first, ...own.filter((link) => link.id !== id)];
  for (const [index, link] of ranked.entries()) {
    const rank = index + 1;
    if (link.rank !== rank) await api.rankLink({ id: link.id, rank });
  }
}
