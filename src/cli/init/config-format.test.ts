import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ConfigFormat, editConfig, readConfig } from "./config-format.ts";
import { emptied, plain, valueAt } from "./config-tree.ts";
import { jsonWithComments, strictJson } from "./json-config.ts";
import { tomlConfig } from "./toml-config.ts";
import { yamlConfig } from "./yaml-config.ts";

const path = "/settings";
const entry = ["servers", "earshot"];
const value = { command: "node", args: ["a b", 'c"d', "--x"], env: { URL: "http://x" } };

const put = (format: ConfigFormat, text: string | undefined) =>
  editConfig(format, { path, text }, [{ path: entry, value }]);
const take = (format: ConfigFormat, text: string) => {
  const tree = readConfig(format, { path, text });
  return editConfig(format, { path, text }, [{ path: emptied(tree, entry) }]);
};

const FORMATS = { strictJson, jsonWithComments, tomlConfig, yamlConfig };

const TEXTS: readonly { name: keyof typeof FORMATS; texts: readonly string[] }[] = [
  {
    name: "strictJson",
    texts: [
      '{\n  "a": 1\n}\n',
      '{\n\t"servers": {\n\t\t"b": {}\n\t},\n\t"z": []\n}\n',
      '{\r\n  "servers": {\r\n    "b": [1,2]\r\n  }\r\n}\r\n',
      '\uFEFF{\n "servers": {\n  "b": "[}"\n }\n}\n',
    ],
  },
  {
    name: "jsonWithComments",
    texts: [
      '// top\n{\n  // a\n  "a": 1, // one\n}\n// end\n',
      '{\n  "servers": {\n    "b": {} // last, without a comma\n    // dangling\n  }\n}\n',
      '{\n  "servers": {\n    "b": {}, /* b */\n  },\n}\n',
    ],
  },
  {
    name: "tomlConfig",
    texts: [
      "a = 1\n",
      '# top\n[servers.b]\ncommand = "x" # b\n',
      '[servers]\nlimit = 3\n\n# next\n[[list]]\na = """\n[servers.fake]\n"""\n',
    ],
  },
  {
    name: "yamlConfig",
    texts: [
      "a:   1 # one\n",
      "servers:\n    b: {x: 1}   # b\n    # dangling\nz: [ 1,2 ]\n",
      "servers:\n  b: |\n    text\n\n    more\n\n# next\nz: 1\n",
      "servers:\n  b:\n  - 1\n  - 2\n",
    ],
  },
];

describe.each(TEXTS)("$name", ({ name, texts }) => {
  const format = FORMATS[name];

  test.each(texts)("puts the entry into %j and takes it out without a trace", (text) => {
    const once = put(format, text);
    expect(plain(valueAt(readConfig(format, { path, text: once }), entry))).toEqual(value);
    expect(put(format, once)).toBe(once);
    expect(take(format, once)).toBe(text);
  });

  test.each([undefined, "", "\n"])("makes a whole file of %j", (text) => {
    const made = put(format, text);
    expect(plain(readConfig(format, { path, text: made }))).toEqual({
      servers: { earshot: value },
    });
    expect(made.endsWith("\n")).toBe(true);
  });

  test("replaces an entry where it stands", () => {
    const other = { path: entry, value: { command: "old", args: [] } };
    const behind = { path: ["z"], value: { y: 1 } };
    const text = editConfig(format, { path, text: undefined }, [other, behind]);
    const now = put(format, text);
    expect(plain(readConfig(format, { path, text: now }))).toEqual({
      servers: { earshot: value },
      z: { y: 1 },
    });
  });
});

test("an entry without a value, as people leave it, is filled", () => {
  expect(readConfig(yamlConfig, { path, text: put(yamlConfig, "servers:\nz: 1\n") })).toEqual({
    servers: { earshot: value },
    z: 1,
  });
  expect(JSON.parse(put(strictJson, '{"servers": null}'))).toEqual({ servers: { earshot: value } });
  expect(JSON.parse(put(strictJson, '{"servers": {"b": 1}}'))).toEqual({
    servers: { b: 1, earshot: value },
  });
});

test("any JSON keeps all that it says", () => {
  const keys = fc.string().map((text) => `key ${text}`);
  const objects = fc.dictionary(keys, fc.jsonValue(), { maxKeys: 5 });
  const servers = fc.oneof(
    objects.map((entries) => ({ servers: entries })),
    fc.constant({}),
  );
  fc.assert(
    fc.property(objects, servers, fc.constantFrom(undefined, 2, 4, "\t"), (one, two, indent) => {
      const text = JSON.stringify({ ...one, ...two }, null, indent);
      const expected = JSON.parse(text);
      expected.servers = { ...expected.servers, earshot: value };
      expect(JSON.parse(put(strictJson, text))).toEqual(expected);
    }),
  );
});
