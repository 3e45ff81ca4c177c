import type { Attack, Disguise, Family } from "./attack.ts";
import { ACTION } from "./scene.ts";

const LIKE =
  "A5 hidden text: openclaw GHSA-pcqg-f7rg-xfvv, deno #36195, deepagents #1694, hermes-agent #81403";

const HIDDEN: readonly (readonly [string, number])[] = [
  ["zero-width space", 0x200b],
  ["zero-width joiner", 0x200d],
  ["zero-width non-joiner", 0x200c],
  ["word joiner", 0x2060],
  ["byte order mark", 0xfeff],
  ["soft hyphen", 0x00ad],
  ["right-to-left override", 0x202e],
  ["left-to-right override", 0x202d],
  ["right-to-left isolate", 0x2067],
  ["pop of directional formatting", 0x202c],
  ["Arabic letter mark", 0x061c],
  ["Mongolian vowel separator", 0x180e],
  ["variation selector", 0xfe0f],
  ["variation selector 17", 0xe0100],
  ["tag letter", 0xe0041],
  ["musical begin of a beam", 0x1d173],
  ["shorthand format", 0x1bca0],
  ["Hangul filler", 0x3164],
  ["half-width Hangul filler", 0xffa0],
  ["Braille blank", 0x2800],
  ["combining grapheme joiner", 0x034f],
  ["invisible times", 0x2062],
  ["line separator", 0x2028],
  ["paragraph separator", 0x2029],
  ["next line", 0x0085],
  ["private use", 0xe000],
  ["unassigned", 0x0378],
  ["object replacement", 0xfffc],
];

const BLANKS: readonly (readonly [string, number])[] = [
  ["no-break space", 0x00a0],
  ["em space", 0x2003],
  ["hair space", 0x200a],
  ["ideographic space", 0x3000],
  ["narrow no-break space", 0x202f],
  ["Ogham space", 0x1680],
];

const escaped = (point: number) => `\\u{${point.toString(16)}}`;
const idOf = (name: string) => name.replaceAll(" ", "-");

function inside(where: "argument" | "reason", name: string, point: number): Disguise {
  const text = `pay${String.fromCodePoint(point)}pal.example`;
  return {
    id: `hidden/${where}-${idOf(name)}`,
    does: `hides a ${name} in its ${where}`,
    like: LIKE,
    shows: [escaped(point)],
    asked: where === "reason" ? { reason: text } : { args: { host: text } },
  };
}

/** Text that is nearly another one: what is odd about it is said behind it. */
function lookAlike(id: string, text: string, shown: string): Disguise {
  return {
    id: `hidden/look-alike-${id}`,
    does: `writes ${text} for a name that people know`,
    like: LIKE,
    asked: { args: { host: text } },
    shows: [shown],
  };
}

/** A tool whose name is nearly that of another. */
function toolName(id: string, does: string, tool: string): Attack {
  return {
    id: `hidden/tool-${id}`,
    does,
    like: LIKE,
    refusal: "INVALID_INPUT",
    async prepare(scene) {
      const scout = await scene.as("scout");
      return () => scout.authorize({ ...ACTION, tool });
    },
  };
}

export const hiddenCharacters: Family = {
  name: "hidden and look-alike characters",
  attacks: [
    ...HIDDEN.map(([name, point]) => inside("argument", name, point)),
    ...HIDDEN.map(([name, point]) => inside("reason", name, point)),
    ...BLANKS.map(([name, point]) => inside("argument", name, point)),
    lookAlike("cyrillic", "pаypal", "⟨mixed scripts⟩"),
    lookAlike("greek", "gοogle", "⟨mixed scripts⟩"),
    lookAlike("armenian", "gօogle", "⟨mixed scripts⟩"),
    lookAlike("full-width", "ｐａｙｐａｌ", "⟨look-alike letters⟩"),
    lookAlike("mathematical", "𝐩𝐚𝐲𝐩𝐚𝐥", "⟨look-alike letters⟩"),
    lookAlike("circled", "ⓟⓐⓨⓟⓐⓛ", "⟨look-alike letters⟩"),
    lookAlike("punycode", "xn--pypal-4ve.com", "⟨punycode⟩"),
    lookAlike("right-to-left", "pay/שלום/1", "⟨right to left⟩"),
    toolName("cyrillic", "names a tool with a Cyrillic letter", "sеnd_mail"),
    toolName("zero-width", "names a tool with an invisible space", "send\u200b_mail"),
    toolName("space", "names a tool with a blank behind", "send_mail "),
    toolName("newline", "names a tool with a line behind", "send_mail\nls"),
    toolName("override", "names a tool backwards", "\u202eliam_dnes"),
    toolName("nul", "names a tool with NUL behind", "send_mail\0"),
    toolName("empty", "names no tool", ""),
    toolName("accent", "names a tool with an accent", "send_ma\u0131l"),
    toolName("long", "names a tool that fits no line", "s".repeat(129)),
    toolName("star", "names a pattern of tools", "send_*"),
  ],
};
