import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../../scripts/proofs/proofs.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { decodeEvent, decodeInteraction } from "./decode.ts";
import { packForm, unpackForm } from "./form-pack.ts";
import type { Identity } from "./identity.ts";

const US: Identity = { teamId: "T01", userId: "U0US", botId: "B0US", appId: "A01" };

const MESSAGE = {
  type: "message",
  channel: "C01",
  user: "U01",
  text: "hi",
  ts: "1700000000.000100",
};

const eventOf = (event: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: "event_callback",
  team_id: "T01",
  api_app_id: "A01",
  event_id: "Ev01",
  ...more,
  event,
});

const CLICK = {
  type: "block_actions",
  user: { id: "U01", team_id: "T01" },
  team: { id: "T01" },
  container: { message_ts: "1700000000.000100", channel_id: "C01" },
  trigger_id: "1.2.3",
  state: { values: {} },
  actions: [{ action_id: "press:n.1", value: "n.1", action_ts: "1700000001.000200" }],
};

describe("a message", () => {
  test("is told with its channel and time as its key", () => {
    expect(decodeEvent(eventOf(MESSAGE), US)).toEqual({
      kind: "event",
      doer: { user: "U01", team: "T01", name: "U01", isForeign: false, isBot: false },
      event: {
        kind: "text",
        key: "C01:1700000000.000100",
        address: { channel: "slack", chatId: "C01" },
        atMs: 1_700_000_000_000,
        text: "hi",
        messageId: "1700000000.000100",
        isToUs: false,
        opensThread: true,
      },
    });
  });

  test.each([
    ["the change of one", { subtype: "message_changed" }],
    ["the end of one", { subtype: "message_deleted" }],
    ["somebody's joining", { subtype: "channel_join" }],
    ["what we said ourselves", { user: "U0US" }],
    ["what our bot said", { bot_id: "B0US" }],
    ["what is hidden", { hidden: true }],
    ["what has no time", { ts: "now" }],
    ["a channel that is none", { channel: "C01 C02" }],
  ])("is not %s", (_, more) => {
    expect(decodeEvent(eventOf({ ...MESSAGE, ...more }), US)).toBeUndefined();
  });

  const edited = { user: "U01", ts: "1700000060.000300" };
  const changeOf = (message: JsonObject, before: JsonObject = { ...MESSAGE }) =>
    decodeEvent(
      eventOf({
        type: "message",
        subtype: "message_changed",
        hidden: true,
        channel: "C01",
        message: { ...MESSAGE, ...message },
        previous_message: before,
      }),
      US,
    );

  test("that was edited is told under a key of its own, with the one it had", () => {
    expect(changeOf({ text: "ho", edited })).toMatchObject({
      event: {
        kind: "text",
        text: "ho",
        messageId: MESSAGE.ts,
        edits: "C01:1700000000.000100",
        key: "C01:1700000000.000100:1700000060.000300",
        atMs: 1_700_000_060_000,
      },
    });
  });

  test.each([
    ["whose link Slack unfolds", {}],
    ["that was edited before its link unfolds", { edited }],
    ["of ours that we edit", { text: "ho", edited, user: "U0US" }],
  ])("%s is not edited", (_, message) => {
    expect(changeOf(message)).toBeUndefined();
  });

  test.each([
    ["audio/webm", "the voice message"],
    ["image/png", "the picture"],
    ["application/pdf", "the file"],
    ["image/\0", "the picture"],
  ])("with a file of %j says what is not read, whatever the file is called", (mimetype, unread) => {
    const files = [{ mimetype, name: "a\0.pdf", title: "a\0.pdf" }];
    const decoded = decodeEvent(eventOf({ ...MESSAGE, text: "", files }), US);
    expect(decoded).toMatchObject({ event: { text: "", unread } });
    expect(JSON.stringify(decoded)).not.toContain("u0000");
  });

  test.each([
    ["of another workspace", { team: "T02" }, {}],
    ["of another workspace's user", { user_team: "T02" }, {}],
    ["for another workspace", {}, { team_id: "T02" }],
    ["in a channel that is shared with others", {}, { is_ext_shared_channel: true }],
  ])("%s is foreign", (_, event, outer) => {
    const decoded = decodeEvent(eventOf({ ...MESSAGE, ...event }, outer), US);
    expect(decoded?.doer.isForeign).toBe(true);
  });

  test("of another bot is a bot's", () => {
    const decoded = decodeEvent(eventOf({ ...MESSAGE, bot_id: "B02" }), US);
    expect(decoded?.doer.isBot).toBe(true);
  });

  test("in a group's direct messages is heard, and is to us where it names us", () => {
    const inGroup = { ...MESSAGE, channel: "G01", channel_type: "mpim" };
    expect(decodeEvent(eventOf(inGroup), US)).toMatchObject({ event: { isToUs: false } });
    const named = { ...inGroup, text: "<@U0US> ship it" };
    expect(decodeEvent(eventOf(named), US)).toMatchObject({ event: { isToUs: true } });
  });

  test("said to us alone is to us", () => {
    const decoded = decodeEvent(eventOf({ ...MESSAGE, channel: "D01", channel_type: "im" }), US);
    expect(decoded).toMatchObject({ event: { isToUs: true } });
  });

  test.each([
    ["<@U0US> ship it", "ship it"],
    ["<@U0US|earshot> ship it", "ship it"],
    ["ask <@U02> &amp; <!here> in <#C02|general>", "ask @U02 & @here in #general"],
    ["see <https://a.example/?a=1&amp;b=2>", "see https://a.example/?a=1&b=2"],
    ["see <https://a.example|the page>", "see the page (https://a.example)"],
    ["<mailto:a@b.example|a@b.example>", "a@b.example"],
    ["1 &lt; 2 &amp;lt; 3", "1 < 2 &lt; 3"],
  ])("that says %j reads %j", (text, read) => {
    expect(decodeEvent(eventOf({ ...MESSAGE, text }), US)).toMatchObject({ event: { text: read } });
  });
});

describe("a click", () => {
  test("has its message, its moment and its person as its key", () => {
    expect(decodeInteraction(CLICK, US, 0)).toMatchObject([
      { event: { key: "1700000000.000100:1700000001.000200:U01", kind: "press", token: "n.1" } },
    ]);
  });

  test.each([
    ["with a token that is none of ours", { actions: [{ ...CLICK.actions[0], value: "a b" }] }],
    ["of another kind", { actions: [{ ...CLICK.actions[0], action_id: "other" }] }],
    ["without a moment", { actions: [{ action_id: "press:n.1", value: "n.1" }] }],
    ["on nothing", { container: {} }],
    ["of nobody", { user: {} }],
  ])("%s is nothing", (_, more) => {
    expect(decodeInteraction({ ...CLICK, ...more }, US, 0)).toEqual([]);
  });

  test("by somebody of another workspace is foreign", () => {
    const [decoded] = decodeInteraction({ ...CLICK, user: { id: "U01", team_id: "T02" } }, US, 0);
    expect(decoded?.doer.isForeign).toBe(true);
  });
});

/** Something true with a part of it replaced by anything. */
function broken(whole: JsonObject): fc.Arbitrary<Json> {
  const anything = fc.jsonValue() as fc.Arbitrary<Json>;
  return fc.tuple(anything, fc.nat()).map(([value, index]) => {
    let count = 0;
    return JSON.parse(JSON.stringify(whole), (_, part: Json) => {
      count += 1;
      return count === index % 30 ? value : part;
    }) as Json;
  });
}

test("nothing that comes from outside throws, and what is understood has a proper key", () => {
  const anything = fc.oneof(
    fc.jsonValue() as fc.Arbitrary<Json>,
    broken(eventOf(MESSAGE)),
    broken(eventOf({ ...MESSAGE, type: "reaction_added", reaction: "x", item: MESSAGE })),
    broken(CLICK),
    broken({
      ...CLICK,
      type: "view_submission",
      view: {
        id: "V01",
        callback_id: "earshot_form",
        private_metadata: JSON.stringify(["C01", null, packForm({ token: "n", form: FORM })]),
        state: { values: { f0: { v: { value: "x" } } } },
      },
    }),
  );
  fc.assert(
    fc.property(anything, (payload) => {
      const decoded = [decodeEvent(payload, US), ...decodeInteraction(payload, US, 0)];
      for (const one of decoded) {
        if (one?.kind !== "event") continue;
        expect(one.event.key).toMatch(/^[!-~]{1,100}$/);
        expect(one.event.atMs).toSatisfy(Number.isFinite);
      }
    }),
    { numRuns: casesOf(2_000) },
  );
});

const FORM = {
  title: "T",
  fields: [
    { name: "a", label: "A", kind: "text", isRequired: true, value: "v", description: "d" },
    { name: "b", label: "B", kind: "some_of", isRequired: false, options: ["x", "y"] },
  ],
} as const;

test("a form comes back from its button as it was", () => {
  expect(unpackForm(packForm({ token: "n.1", form: FORM }))).toEqual({ token: "n.1", form: FORM });
});

test("what is no form is none", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (packed) => {
      expect(unpackForm(packed)?.token ?? "").toMatch(/^[\w.-]{0,40}$/);
    }),
  );
});
