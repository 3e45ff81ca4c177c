import { afterEach, beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../src/domain/json.ts";
import type { SentFile } from "../../src/ports/channels/channel.ts";
import { until } from "../support/hub-cast.ts";
import { eventPayload } from "../support/slack/payloads.ts";
import { createSlackWorld, type SlackWorld } from "../support/slack/slack-world.ts";

/* Files on Slack: told of in events, and fetched by their id with the token of the bot. */

const MOST = 1_000;
const CSV = new TextEncoder().encode("region,sales\nnorth,12\n");
const FILE = { id: "F0CSV", name: "sales.csv", mimetype: "text/csv", bytes: CSV };

let world: SlackWorld;

beforeEach(async () => {
  world = await createSlackWorld({ mode: "http" });
  await world.start(async () => ({}));
});
afterEach(async () => {
  await world.close();
});

let count = 0;

/** The files of the message as the hub hears them. */
async function heardWith(files: readonly JsonObject[]): Promise<readonly SentFile[] | undefined> {
  count += 1;
  const before = world.heard.length;
  const event = {
    type: "message",
    subtype: "file_share",
    channel: world.emulator.channel,
    channel_type: "channel",
    user: world.emulator.people.member,
    text: "Here it is",
    ts: `1790000000.${String(count).padStart(6, "0")}`,
    files,
  };
  await world.deliver("events", eventPayload(event, `EvFile${count}`));
  await until(() => world.heard.length > before);
  const heard = world.heard.at(-1);
  return heard?.kind === "text" ? heard.files : undefined;
}

const get = ({ id, name }: { readonly id: string; readonly name: string }) =>
  world.channel.file?.({ id, name }, MOST);

test("a file is told of with its message, and fetched by its id", async () => {
  const [file] = (await heardWith([world.proxy.share(FILE)])) ?? [];
  expect(file).toEqual({
    id: FILE.id,
    name: FILE.name,
    mediaType: FILE.mimetype,
    size: CSV.length,
  });
  expect(new Uint8Array((await get(FILE)) ?? [])).toEqual(CSV);
});

test("a voice message, and what is kept elsewhere, are no files to fetch", async () => {
  const shared = world.proxy.share(FILE);
  expect(await heardWith([{ ...shared, mimetype: "audio/webm" }])).toBeUndefined();
  expect(await heardWith([{ ...shared, is_external: true, mode: "external" }])).toBeUndefined();
  expect(await heardWith([{ ...shared, id: "../x" }])).toBeUndefined();
});

test("one that has more bytes is not read to its end, whatever Slack says of its size", async () => {
  const bytes = new Uint8Array(MOST + 1);
  world.proxy.share({ ...FILE, bytes });
  expect(await get(FILE)).toBeUndefined();
  world.proxy.share({ ...FILE, bytes, size: 1 });
  expect(await get(FILE)).toBeUndefined();
});

test("what Slack does not give is an error without an address or a token", async () => {
  await expect(get({ id: "F0NONE", name: "x" })).rejects.toMatchObject({
    name: "ChannelError",
    message: expect.not.stringMatching(/xox|http/),
  });
  world.proxy.refuse("files.info", "missing_scope");
  await expect(get(FILE)).rejects.toMatchObject({ kind: "permanent" });
});

test.each([
  "http://127.0.0.1:1/files-pri/T-F/x",
  "https://files.slack.com.evil.example/x",
  "https://user@evil.example/files.slack.com",
  "file:///etc/passwd",
  "not an address",
])("the token does not go to %s", async (url) => {
  world.proxy.share({ ...FILE, url });
  await expect(get(FILE)).rejects.toMatchObject({ message: expect.stringContaining("elsewhere") });
});

test("a page to sign in is not taken for the file", async () => {
  const page = new TextEncoder().encode("<html>Sign in</html>");
  const shared = world.proxy.share({ ...FILE, id: "F0PAGE", mimetype: "text/html", bytes: page });
  world.proxy.share({ ...FILE, url: String(shared["url_private"]) });
  await expect(get(FILE)).rejects.toMatchObject({ message: expect.stringContaining("files:read") });
});
