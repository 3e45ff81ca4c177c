import { useState } from "preact/hooks";
import type { ShownDevice } from "../../ports/earshot/devices.ts";
import { Loading } from "../parts/loading.tsx";
import { RecordTable } from "../parts/record-table.tsx";
import { Name } from "../parts/said.tsx";
import { Section } from "../parts/section.tsx";
import { TwoPress } from "../parts/two-press.tsx";
import { useAction } from "../parts/use-action.ts";
import { useLive } from "../parts/use-live.ts";
import { api } from "../server/api.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Time } from "../ui/time.tsx";
import { Toggle } from "../ui/toggle.tsx";
import { say } from "./messages/messages.ts";
import { hindrance, keepOn, turnOff, turnOn } from "./this-device.ts";

/** The person's browsers that are notified while no page is open. */
export function Devices() {
  const devices = useLive(/^channel\./, async () => {
    // A device that goes on with another key is another one.
    await keepOn().catch(() => undefined);
    return await api.listDevices();
  });
  return (
    <Section title={say("devices")} about={say("devices.about")}>
      <Loading from={devices} what={say("devices.what")}>
        {({ items }) => (
          <div class="stack">
            <ThisDevice own={items.find(isCurrent)} onChange={devices.reload} />
            {items.length === 0 ? null : <Table items={items} onChange={devices.reload} />}
          </div>
        )}
      </Loading>
    </Section>
  );
}

function isCurrent({ isCurrent: is }: ShownDevice): boolean {
  return is === true;
}

interface Changing {
  readonly onChange: () => void;
}

function ThisDevice({ own, onChange }: Changing & { readonly own: ShownDevice | undefined }) {
  const { isBusy, error, run } = useAction();
  const why = hindrance();
  if (why !== undefined) return <p class="muted">{why}</p>;
  const change = (act: () => Promise<void>) =>
    run(async () => {
      await act();
      onChange();
    });
  return (
    <div class="stack narrow">
      {own === undefined ? (
        <div class="buttons">
          <Button kind="primary" busy={isBusy} onClick={() => change(() => turnOn("nothing"))}>
            {say("turn-on")}
          </Button>
        </div>
      ) : (
        <>
          <Toggle
            label={say("show-title")}
            hint={say("show-title.hint")}
            checked={own.shows === "title"}
            onChange={(isShown) => void change(() => turnOn(isShown ? "title" : "nothing"))}
          />
          <div class="buttons">
            <Test device={own} />
            <Button busy={isBusy} onClick={() => change(turnOff)}>
              {say("turn-off")}
            </Button>
          </div>
        </>
      )}
      {error === undefined ? null : <Notice kind="warn">{error}</Notice>}
    </div>
  );
}

function Test({ device: { id } }: { readonly device: ShownDevice }) {
  const { isBusy, error, run } = useAction();
  const [said, tell] = useState<string>();
  const test = () =>
    run(async () => {
      const { isTaken, why } = await api.testDevice({ id });
      tell(isTaken ? say("test.sent") : why);
    });
  return (
    <>
      <Button busy={isBusy} onClick={test}>
        {say("test")}
      </Button>
      <span role="status">{error ?? said}</span>
    </>
  );
}

function Table({ items, onChange }: Changing & { readonly items: readonly ShownDevice[] }) {
  return (
    <RecordTable
      caption={say("devices")}
      head={[say("head.device"), say("head.shows"), say("head.since"), say("head.end")]}
      rows={items.map((one) => [
        <span key={one.id}>
          <Name text={one.name} />
          {one.isCurrent === true ? <span class="row-note">{say("this-one")}</span> : null}
        </span>,
        say(`shows.${one.shows}`),
        <Time key={one.id} at={one.createdAt} />,
        <End key={one.id} device={one} onChange={onChange} />,
      ])}
    />
  );
}

function End({ device, onChange }: Changing & { readonly device: ShownDevice }) {
  const { isBusy, error, run } = useAction();
  const end = () =>
    run(async () => {
      await (device.isCurrent === true ? turnOff() : api.removeLink({ id: device.id }));
      onChange();
    });
  return (
    <>
      <TwoPress label={device.name} armed={say("end.armed")} busy={isBusy} onConfirm={end}>
        {say("end")}
      </TwoPress>
      {error === undefined ? null : <p class="error">{error}</p>}
    </>
  );
}
