import type { Attack, Disguise, Family } from "./attack.ts";
import { ACTION } from "./scene.ts";

const LIKE = "A6: what does not fit is not shown; hermes-agent #81403: padding";
const EVIL = "rm -rf /srv";

const padded = (
  id: string,
  does: string,
  at: { text: string; shows: readonly string[] },
): Disguise => ({
  id: `truncation/${id}`,
  does,
  like: LIKE,
  shows: at.shows,
  asked: { args: { command: at.text } },
});

const blanks = (id: string, sign: string, shown: string): Disguise =>
  padded(`blanks-${id}`, "pushes the rest of a command out of sight by blanks", {
    text: `ls${sign.repeat(500)}; ${EVIL}`,
    shows: [EVIL, shown],
  });

const long = (id: string, does: string, text: string): Disguise =>
  padded(`long-${id}`, does, { text, shows: [EVIL] });

/** More than people could be shown. */
const tooMuch = (id: string, does: string, input: object): Attack => ({
  id: `truncation/too-${id}`,
  does,
  like: LIKE,
  refusal: "INVALID_INPUT",
  async prepare(scene) {
    const scout = await scene.as("scout");
    return () => scout.authorize({ ...ACTION, ...input });
  },
});

export const truncation: Family = {
  name: "truncation and padding",
  attacks: [
    blanks("space", " ", "⟨×500 spaces⟩"),
    blanks("tab", "\t", "\\t\\t"),
    blanks("newline", "\n", "⟨×499 empty lines⟩"),
    blanks("no-break", "\u00a0", "⟨×500 U+00a0⟩"),
    blanks("zero-width", "\u200b", "\\u{200b}"),
    blanks("filler", "\u3164", "\\u{3164}"),
    long("end", "puts it behind 100,000 characters", `${"a".repeat(100_000)}; ${EVIL}`),
    long(
      "middle",
      "puts it between 50,000 and 50,000 characters",
      `${"a".repeat(50_000)}; ${EVIL}; ${"b".repeat(50_000)}`,
    ),
    long(
      "slack",
      "puts it behind the 3,000 characters of a section",
      `${"a".repeat(3_001)}; ${EVIL}`,
    ),
    long(
      "telegram",
      "puts it behind the 4,096 characters of a message",
      `${"a".repeat(4_097)}; ${EVIL}`,
    ),
    long("lines", "puts it behind 5,000 lines", `${"echo\n".repeat(5_000)}${EVIL}`),
    long("marks", "covers it by marks on one letter", `a${"\u0301".repeat(2_000)} ${EVIL}`),
    {
      id: "truncation/many-arguments",
      does: "puts it behind 2,000 arguments",
      like: LIKE,
      shows: [EVIL],
      asked: {
        args: {
          ...Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`a${n}`, n])),
          z: EVIL,
        },
      },
    },
    {
      id: "truncation/deep",
      does: "puts it 30 levels deep",
      like: LIKE,
      shows: [EVIL],
      asked: { args: nested(30, EVIL) },
    },
    {
      id: "truncation/long-key",
      does: "puts it behind a long name",
      like: LIKE,
      shows: [EVIL],
      asked: { args: { ["k".repeat(10_000)]: EVIL } },
    },
    {
      id: "truncation/file",
      does: "puts it behind 2,000 lines of a file",
      like: LIKE,
      shows: [EVIL],
      asked: {
        tool: "write_file",
        args: { path: "a.sh", content: `${"# comment\n".repeat(2_000)}${EVIL}\n` },
      },
    },
    tooMuch("long", "seeks what no one could read: more than 256 KiB", {
      args: { command: "a".repeat(256 * 1024) + EVIL },
    }),
    tooMuch("long-in-bytes", "seeks more than 256 KiB in few characters", {
      args: { command: "😀".repeat(70_000) + EVIL },
    }),
    tooMuch("deep", "puts it 60 levels deep", { args: nested(60, EVIL) }),
    tooMuch("long-reason", "gives a reason of more than 16 KiB", { reason: "a".repeat(17_000) }),
    tooMuch("blank-reason", "gives a reason of blanks", { reason: " \n\t " }),
    tooMuch("many-files", "names more files than people could read", {
      resources: Array.from({ length: 101 }, (_, n) => ({
        uri: `file:///${n}`,
        sha256: "ab".repeat(32),
      })),
    }),
    tooMuch("long-file", "names a file by more than 4 KiB", {
      resources: [{ uri: `file:///${"a".repeat(5_000)}`, sha256: "ab".repeat(32) }],
    }),
    tooMuch("blank-file", "names a file by nothing", {
      resources: [{ uri: " ", sha256: "ab".repeat(32) }],
    }),
    tooMuch("short-digest", "names a file by a part of its digest", {
      resources: [{ uri: "file:///a", sha256: "abcdef" }],
    }),
    tooMuch("long-life", "seeks it for longer than 30 days", { expiresInMs: 31 * 86_400_000 }),
    tooMuch("no-life", "seeks it for no time", { expiresInMs: 0 }),
    tooMuch("endless-life", "seeks it for ever", { expiresInMs: Number.POSITIVE_INFINITY }),
  ],
};

function nested(depth: number, inner: string): { readonly [key: string]: never } {
  let value: unknown = inner;
  for (let level = 0; level < depth; level++) value = { d: value };
  return value as { readonly [key: string]: never };
}
