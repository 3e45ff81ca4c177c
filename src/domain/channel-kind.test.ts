import { expect, test } from "vitest";
import { BUILT_IN_CHANNELS, isBuiltInChannel, isChannelKind } from "./channel-kind.ts";
import { SURFACES } from "./surface.ts";

test.each(["ntfy", "a", "my-chat_2", "x".repeat(32), ...BUILT_IN_CHANNELS])(
  "a channel may be called %s",
  (kind) => {
    expect(isChannelKind(kind)).toBe(true);
  },
);

test.each([
  "",
  "Ntfy",
  "2chat",
  "-a",
  "a b",
  "a/b",
  "a.b",
  "ä",
  "x".repeat(33),
  "ntfy\n",
  "__proto__",
])("no channel may be called %j", (kind) => {
  expect(isChannelKind(kind)).toBe(false);
});

test("no channel is called as a surface of Earshot's own, or as what every object has", () => {
  const own = SURFACES.filter((surface) => !isBuiltInChannel(surface));
  const ofObjects = Object.getOwnPropertyNames(Object.prototype);
  expect([...own, ...ofObjects].filter(isChannelKind)).toEqual([]);
});
