import { useState } from "preact/hooks";
import type { NoticeDetail } from "../../domain/hub/device.ts";
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
import { hindrance, keepOn, turnOff, turnOn } from "./this-device.ts";

const SHOWS: Readonly<Record<NoticeDetail, string>> = {
  nothing: "that something needs you",
  title: "who asks for what",
};

/** The person's browsers that are notified while no page is open. */
export function Devices() {
  const devices = useLive(/^channel\./, async () => {
    // A device that goes on with another key is another one.
    await keepOn().catch(() => undefined);
    return await api.listDevices();
  });
  return (
    <Section
      title="Your devices"
      about="Each is told what needs you while no page is open, by the push service of its browser, which cannot read it. Signing out there ends it."
    >
      <Loading from={devices} what="your devices">
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
            Turn on for this device
          </Button>
        </div>
      ) : (
        <>
          <Toggle
            label="Show who asks for what"
            hint="On the locked screen too. Arguments are never shown. Without it nothing can be decided from a notification."
            checked={own.shows === "title"}
            onChange={(isShown) => void change(() => turnOn(isShown ? "title" : "nothing"))}
          />
          <div class="buttons">
            <Test device={own} />
            <Button busy={isBusy} onClick={() => change(turnOff)}>
              Turn off for this device
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
  const [said, say] = useState<string>();
  const test = () =>
    run(async () => {
      const { isTaken, why } = await api.testDevice({ id });
      say(isTaken ? "A test message is on its way." : why);
    });
  return (
    <>
      <Button busy={isBusy} onClick={test}>
        Send a test message
      </Button>
      <span role="status">{error ?? said}</span>
    </>
  );
}

function Table({ items, onChange }: Changing & { readonly items: readonly ShownDevice[] }) {
  return (
    <RecordTable
      caption="Your devices"
      head={["Device", "Shows", "Since", "End"]}
      rows={items.map((one) => [
        <span key={one.id}>
          <Name text={one.name} />
          {one.isCurrent === true ? <span class="row-note">this one</span> : null}
        </span>,
        SHOWS[one.shows],
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
      <TwoPress label={device.name} armed="Press again to end" busy={isBusy} onConfirm={end}>
        End
      </TwoPress>
      {error === undefined ? null : <p class="error">{error}</p>}
    </>
  );
}
