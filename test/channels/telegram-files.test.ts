import { afterEach, beforeEach, expect, test } from "vitest";
import type { SentFile } from "../../src/ports/channels/channel.ts";
import { until } from "../support/hub-cast.ts";
import {
  createTelegramWorld,
  FAKE_TOKEN,
  type TelegramWorld,
} from "../support/telegram/telegram-world.ts";

/* Files on Telegram: told of in updates, and fetched by their id at a path that Telegram names. */

const MOST = 1_000;
const BYTES = new TextEncoder().encode("region,sales\nnorth,12\n");

let world: TelegramWorld;

beforeEach(async () => {
  world = await createTelegramWorld({ mode: "polling" });
  await world.start(async () => ({}));
});
afterEach(async () => {
  await world.close();
});

async function heardWith(extra: object): Promise<readonly SentFile[] | undefined> {
  const before = world.heard.length;
  const { group: chat, people } = world;
  world.telegram.write({ from: people.member, chat, text: "", extra: { ...extra } });
  await until(() => world.heard.length > before);
  const heard = world.heard.at(-1);
  return heard?.kind === "text" ? heard.files : undefined;
}

const get = (id: string) => world.channel.file?.({ id, name: "x" }, MOST);

test("a document is told of with its caption, and fetched by its id", async () => {
  world.telegram.files.set("BQAC-1", { path: "documents/file_1.csv", bytes: BYTES });
  const document = {
    file_id: "BQAC-1",
    file_name: "sales.csv",
    mime_type: "text/csv",
    file_size: 21,
  };
  expect(await heardWith({ caption: "Here it is", document })).toEqual([
    { id: "BQAC-1", name: "sales.csv", mediaType: "text/csv", size: 21 },
  ]);
  expect(new Uint8Array((await get("BQAC-1")) ?? [])).toEqual(BYTES);
});

test("of a picture the largest is meant; a voice message and forwarded things are no files", async () => {
  const photo = [{ file_id: "small" }, { file_id: "large", file_size: 9 }];
  expect(await heardWith({ photo })).toEqual([
    { id: "large", name: "picture.jpg", mediaType: "image/jpeg", size: 9 },
  ]);
  expect(await heardWith({ voice: { file_id: "voice" } })).toBeUndefined();
  const document = { file_id: "theirs", file_name: "x" };
  expect(await heardWith({ document, forward_date: 1 })).toBeUndefined();
  expect(await heardWith({ document: { file_id: "../x", file_name: "x" } })).toBeUndefined();
});

test("one that has more bytes is not read to its end, whatever Telegram says of its size", async () => {
  const bytes = new Uint8Array(MOST + 1);
  world.telegram.files.set("big", { path: "documents/big", bytes });
  expect(await get("big")).toBeUndefined();
  world.telegram.files.set("big", { path: "documents/big", bytes, size: 1 });
  expect(await get("big")).toBeUndefined();
});

test.each(["../../bot", "documents/../../x", "//evil.example/x", "documents/x?y", "/etc/passwd"])(
  "no file is asked for at the path %s",
  async (path) => {
    world.telegram.files.set("odd", { path, bytes: BYTES });
    await expect(get("odd")).rejects.toMatchObject({ message: expect.stringContaining("no path") });
  },
);

test("what Telegram does not give is an error without the token", async () => {
  world.telegram.files.set("huge", {
    path: "documents/huge",
    bytes: BYTES,
    size: 21 * 1_048_576,
  });
  for (const id of ["unknown", "huge"]) {
    await expect(get(id)).rejects.toMatchObject({
      name: "ChannelError",
      message: expect.not.stringContaining(FAKE_TOKEN),
    });
  }
});
