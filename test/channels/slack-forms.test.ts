import { afterEach, beforeEach, expect, test } from "vitest";
import { listAt, textAt } from "../../src/channels/slack/untrusted-json.ts";
import type { Content, FormView, Heard } from "../../src/ports/channels/channel.ts";
import { createSlackWorld, type SlackWorld } from "../support/slack/slack-world.ts";

let world: SlackWorld;
let heard: Heard;

beforeEach(async () => {
  heard = {};
  world = await createSlackWorld({ mode: "http" });
  await world.start(async () => heard);
});

afterEach(async () => {
  const { faults } = world.proxy;
  await world.close();
  expect(faults).toEqual([]);
});

const FORM: FormView = {
  title: "Where and when is it to be shipped?",
  fields: [
    {
      name: "region",
      label: "Region",
      kind: "one_of",
      options: ["eu", "<us> & more"],
      isRequired: true,
    },
    {
      name: "days",
      label: "Days",
      kind: "some_of",
      options: ["mon", "tue", "wed"],
      isRequired: false,
    },
    { name: "count", label: "Count", kind: "number", isRequired: true, value: "3" },
    { name: "force", label: "Force", kind: "yes_no", isRequired: false, value: "yes" },
    { name: "note", label: "Note", kind: "lines", isRequired: false, description: "Why <so>" },
    { name: "__proto__", label: "Odd", kind: "text", isRequired: false, value: "as it was" },
  ],
};

const asking = (form: FormView): Content => ({
  blocks: [{ kind: "said", by: "bot", text: "Where to?" }],
  controls: [{ kind: "form", token: "n.f", label: "Answer", form }],
});

async function openForm(form: FormView = FORM): Promise<void> {
  const content = asking(form);
  await world.channel.post({ key: "d_1", address: world.address, content });
  await world.press({ label: "Answer", token: "n.f" }, "member");
}

const VALUES = {
  f0: { v: { selected_option: { value: "1" } } },
  f1: { v: { selected_options: [{ value: "0" }, { value: "2" }] } },
  f2: { v: { value: "2.5" } },
  f3: { v: { selected_option: { value: "false" } } },
  f4: { v: { value: "a\nb" } },
  f5: { v: { value: null } },
};

test("a form is opened as a modal with what stands there from the start", async () => {
  await openForm();
  expect(textAt(world.form.view, "title", "text")).toBe("Where and when is it to…");
  const [head, ...fields] = listAt(world.form.view, "blocks");
  expect(textAt(head, "text", "text")).toBe(FORM.title);
  expect(fields).toHaveLength(6);
  expect(fields[2]).toMatchObject({ element: { initial_value: "3" }, optional: false });
  expect(fields[3]).toMatchObject({ element: { initial_option: { value: "true" } } });
  expect(world.heard).toEqual([]);
});

test("what is sent comes back under its token, each value in its type", async () => {
  await openForm();
  await world.submit(VALUES);
  expect(world.heard).toEqual([
    expect.objectContaining({
      kind: "submit",
      token: "n.f",
      values: {
        region: "<us> & more",
        days: ["mon", "wed"],
        count: 2.5,
        force: false,
        note: "a\nb",
      },
    }),
  ]);
});

test("a field that was left empty is absent, and one with an unusual name is a field", async () => {
  await openForm();
  await world.submit({ f5: { v: { value: "x" } } });
  const [event] = world.heard;
  if (event?.kind !== "submit") throw new Error("Nothing was sent.");
  expect(Object.entries(event.values)).toEqual([
    ["days", []],
    ["__proto__", "x"],
  ]);
});

test("a refusal is shown within the form, and the next try is another event", async () => {
  await openForm();
  heard = { say: "Count <must> be whole.", isRefusal: true };
  expect(await world.submit(VALUES)).toEqual({
    response_action: "errors",
    errors: { f0: "Count &lt;must&gt; be whole." },
  });
  heard = {};
  expect(await world.submit({ ...VALUES, f2: { v: { value: "2" } } })).toBeUndefined();
  await world.again();
  const keys = world.heard.map(({ key }) => key);
  expect(new Set(keys).size).toBe(2);
  expect(keys[2]).toBe(keys[1]);
});

test("what came of it is told to the one who sent it, where the form was opened", async () => {
  await openForm();
  heard = { say: "Thank you." };
  await world.submit(VALUES);
  expect(world.proxy.taken.at(-1)).toMatchObject({
    method: "chat.postEphemeral",
    args: {
      user: world.emulator.people.member,
      channel: world.emulator.channel,
      text: "Thank you.",
    },
  });
});

test("a form that Slack does not open any more asks for another press", async () => {
  const content = asking(FORM);
  await world.channel.post({ key: "d_1", address: world.address, content });
  world.proxy.refuse("views.open", "expired_trigger_id");
  const told = await world.press({ label: "Answer", token: "n.f" }, "member");
  expect(told).toBe("The form could not be opened. Press the button again.");
});

test("a form that a button cannot carry does not fit, and is left out", async () => {
  const field = { name: "a", label: "x".repeat(1_000), kind: "text", isRequired: true } as const;
  const content = asking({ title: "Long", fields: [field, { ...field, name: "b" }] });
  expect(world.channel.fits(content)).toBe(false);
  expect(world.channel.fits(asking(FORM))).toBe(true);
  await world.channel.post({ key: "d_1", address: world.address, content });
  expect((await world.shown())[0]?.controls).toEqual([]);
});

const OPTIONS = [
  { token: "n.1", label: "One & only" },
  { token: "n.2", label: "Two", description: "The second" },
  { token: "n.3", label: "Three" },
];

const choosing = (max: number): Content => ({
  blocks: [{ kind: "said", by: "bot", text: "Which?" }],
  controls: [{ kind: "select", token: "n.s", label: "Choose", options: OPTIONS, min: 1, max }],
});

test("a choice of one is heard as it is made", async () => {
  await world.channel.post({ key: "d_1", address: world.address, content: choosing(1) });
  await world.press({ label: "One & only", token: "n.1" }, "member");
  expect(world.heard).toMatchObject([{ kind: "choose", token: "n.s", chosen: ["n.1"] }]);
});

test("a choice of several is heard when it is sent, and not before", async () => {
  await world.channel.post({ key: "d_1", address: world.address, content: choosing(2) });
  await world.press({ label: "Send", token: "n.s" }, "member");
  await world.press({ label: "Three", token: "n.3" }, "member");
  expect(world.heard).toMatchObject([
    { kind: "choose", token: "n.s", chosen: [] },
    { kind: "choose", token: "n.s", chosen: ["n.3"] },
  ]);
});
