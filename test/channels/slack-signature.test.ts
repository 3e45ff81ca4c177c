import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { slackModule } from "../../src/channels/slack/slack-module.ts";
import { SCOPES } from "../../src/channels/slack/slack-scopes.ts";
import { newAppUrl } from "../../src/channels/slack/slack-setup.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { send, signedCall } from "../support/slack/event-director.ts";
import { forgeries } from "../support/slack/forged-calls.ts";
import { eventPayload } from "../support/slack/payloads.ts";
import { createSlackWorld, SIGNING_SECRET, type SlackWorld } from "../support/slack/slack-world.ts";

let world: SlackWorld;

beforeAll(async () => {
  world = await createSlackWorld({ mode: "http" });
  await world.start(async () => ({}));
});

afterAll(async () => {
  await world.close();
});

const message = (text: string): JsonObject => {
  const ts = `${Math.floor(Date.now() / 1_000)}.000100`;
  return eventPayload({ type: "message", channel: "C01", user: "U01", text, ts }, "Ev01");
};

describe("a call", () => {
  test.each(Object.keys(forgeries({})))(
    "%s is refused with 401, and nobody hears of it",
    async (name) => {
      const before = world.heard.length;
      const call = forgeries(message("approve"))[name];
      if (call === undefined) throw new Error("There is no such forgery.");
      expect((await send(world.hookUrl, call)).status).toBe(401);
      expect(world.heard).toHaveLength(before);
    },
  );

  test.each([-290_000, 0, 290_000])("signed %i ms from now is taken", async (apart) => {
    const atMs = Date.now() + apart;
    const call = signedCall("events", message("hello"), { secret: SIGNING_SECRET, atMs });
    const before = world.heard.length;
    expect((await send(world.hookUrl, call)).status).toBe(200);
    expect(world.heard).toHaveLength(before + 1);
  });

  test("for another app is acknowledged and left alone", async () => {
    const payload = { ...message("approve"), api_app_id: "A0ANOTHER" };
    const call = signedCall("events", payload, { secret: SIGNING_SECRET, atMs: Date.now() });
    const before = world.heard.length;
    expect((await send(world.hookUrl, call)).status).toBe(200);
    expect(world.heard).toHaveLength(before);
  });

  test("that asks whether the address is ours is answered with its challenge", async () => {
    const payload = { type: "url_verification", challenge: "3eZbrw1a" };
    const call = signedCall("events", payload, { secret: SIGNING_SECRET, atMs: Date.now() });
    expect(await send(world.hookUrl, call)).toEqual({ status: 200, body: "3eZbrw1a" });
    const headers = call.headers.filter(([name]) => name !== "x-slack-signature");
    expect((await send(world.hookUrl, { ...call, headers })).status).toBe(401);
  });

  test("that is signed and no JSON is refused with 400", async () => {
    const call = signedCall("interactions", "x", { secret: SIGNING_SECRET, atMs: Date.now() });
    expect((await send(world.hookUrl, { ...call, door: "events" })).status).toBe(400);
  });

  test("elsewhere, or by another method, is none", async () => {
    expect((await fetch(`${world.hookUrl}/events`)).status).toBe(405);
    expect((await fetch(`${world.hookUrl}/other`, { method: "POST" })).status).toBe(404);
  });
});

describe("a channel is not opened", () => {
  const good = { botToken: "xoxb-12345", signingSecret: "0123456789abcdef" };
  const ports = { now: () => Date.now(), log: () => {} };

  test.each<[string, JsonObject, string]>([
    ["without a bot token", { ...good, botToken: "" }, "botToken"],
    ["with a user's token", { ...good, botToken: "xoxp-12345" }, "botToken"],
    ["with an empty secret", { ...good, signingSecret: "" }, "signingSecret"],
    [
      "with an empty secret beside an app token",
      { ...good, signingSecret: "", appToken: "xapp-1-A0-1-x" },
      "signingSecret",
    ],
    ["with a short secret", { ...good, signingSecret: "short" }, "signingSecret"],
    ["with neither way to hear", { botToken: good.botToken }, "appToken"],
    ["with a bot token for an app token", { ...good, appToken: good.botToken }, "appToken"],
    ["towards an address in the clear", { ...good, apiUrl: "http://slack.example/api/" }, "apiUrl"],
  ])("%s, and the setting is named but not repeated", async (_, settings, name) => {
    const opening = slackModule.open(settings, ports);
    await expect(opening).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining(name),
    });
    await expect(opening).rejects.not.toThrow(/xoxp-|slack\.example/);
  });

  test("but for one workspace it does not start for another", async () => {
    const channel = await slackModule.open(
      { ...good, botToken: "xoxb-000000000-earshot", teamId: "T0MINE", apiUrl: world.proxy.url },
      ports,
    );
    await expect(channel.start(async () => ({}))).rejects.toMatchObject({ kind: "permanent" });
  });
});

test("the page that creates the app has a manifest that asks for no more than is needed", () => {
  const pageOf = (known: JsonObject) => new URL(newAppUrl(known));
  const page = pageOf({});
  expect([page.origin, page.pathname]).toEqual(["https://api.slack.com", "/apps"]);
  expect([...page.searchParams.keys()]).toEqual(["new_app", "manifest_json"]);
  expect(JSON.parse(page.searchParams.get("manifest_json") ?? "")).toMatchObject({
    oauth_config: { scopes: { bot: SCOPES } },
    settings: { socket_mode_enabled: true, interactivity: { is_enabled: true } },
  });
  expect(pageOf({ apiUrl: "https://slack-gov.com/api/" }).origin).toBe("https://api.slack-gov.com");
});
