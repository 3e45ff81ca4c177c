import type { JsonObject } from "../../src/domain/json.ts";
import type { RedeemInput } from "../../src/ports/earshot/authority.ts";
import type { Attack, Family } from "./attack.ts";
import { ACTION, type Granted } from "./scene.ts";

type Live = Omit<RedeemInput, "grant">;

const LIKE = "A2 argument swap; openclaw #112946: reusable approvals matched argv only";

/** The approved action with this in its place. */
function swap(id: string, does: string, change: (live: Granted["live"]) => Partial<Live>): Attack {
  return {
    id: `argument-swap/${id}`,
    does,
    like: LIKE,
    refusal: "GRANT_REFUSED other_action",
    async prepare(scene) {
      const { live } = await scene.granted();
      const scout = await scene.as("scout");
      return () => scout.redeem({ ...live, ...change(live) });
    },
  };
}

const args = (id: string, does: string, over: JsonObject) =>
  swap(id, does, ({ args: approved }) => ({ args: { ...approved, ...over } }));

/** What no canonical form exists of is refused before it is compared with anything. */
const noJson = (id: string, does: string, over: JsonObject): Attack => ({
  ...args(id, does, over),
  refusal: "INVALID_INPUT",
});

const without = (key: keyof typeof ACTION.args) => {
  const { [key]: _, ...rest } = ACTION.args;
  return rest;
};

export const argumentSwap: Family = {
  name: "argument swap",
  attacks: [
    args("recipient", "writes to somebody else than was approved", { to: "eve@example.org" }),
    args("look-alike", "writes a Cyrillic letter into the address", { to: "аna@example.org" }),
    args("case", "writes the address in capitals", { to: "ANA@EXAMPLE.ORG" }),
    args("space", "puts a space behind the address", { to: "ana@example.org " }),
    args("zero-width", "puts an invisible space into the address", { to: "ana@\u200bexample.org" }),
    args("nul", "ends the address with NUL", { to: "ana@example.org\0" }),
    args("second-recipient", "adds a recipient in the same text", {
      to: "ana@example.org,eve@example.org",
    }),
    args("list-of-recipients", "makes a list out of the address", { to: ["ana@example.org"] }),
    args("header", "smuggles a header in behind a line end", {
      subject: "Hello\r\nBcc: eve@example.org",
    }),
    args("number-as-text", "writes the number 1 as text", { copies: "1" }),
    args("number-as-truth", "writes true for 1", { copies: true }),
    args("fraction", "writes a little more than 1", { copies: 1.000_000_000_000_000_2 }),
    args("negative", "writes -1 for 1", { copies: -1 }),
    args("huge", "writes 1e308 for 1", { copies: 1e308 }),
    args("order", "turns a list round", { list: ["b", "a"] }),
    args("longer", "adds to a list", { list: ["a", "b", "c"] }),
    args("shorter", "takes from a list", { list: ["a"] }),
    args("emptied", "empties a list", { list: [] }),
    args("list-as-object", "makes an object out of a list", { list: { 0: "a", 1: "b" } }),
    args("nested", "puts a list into a list", { list: [["a", "b"]] }),
    args("decomposed", "writes é as two characters", { note: "cafe\u0301" }),
    args("null", "makes an argument null", { note: null }),
    args("empty", "empties an argument", { note: "" }),
    args("one-more", "adds an argument", { force: true }),
    args("null-more", "adds an argument that is null", { bcc: null }),
    args("proto", "adds an argument that the tool takes for its defaults", { constructor: {} }),
    swap("one-less", "leaves an argument out", () => ({ args: without("note") })),
    swap("none", "leaves all arguments out", () => ({ args: {} })),
    swap("renamed", "gives an argument another name", () => ({
      args: { ...without("to"), To: "ana@example.org" },
    })),
    swap("wrapped", "puts the arguments into one argument", (live) => ({
      args: { args: live.args },
    })),
    swap("exchanged", "exchanges two values", ({ args: approved }) => ({
      args: { ...approved, to: approved["subject"] ?? "", subject: approved["to"] ?? "" },
    })),
    swap("commitment", "puts what stands for a secret in the place of an argument", (live) => ({
      args: { ...live.args, to: { $secret: "AAAA" } },
    })),
    noJson("half-pair", "puts half a character into an argument", { note: "\ud800" }),
    noJson("not-a-number", "puts what is no number into an argument", { copies: Number.NaN }),
    swap("tool", "runs another tool", () => ({ tool: "delete_all_users" })),
    swap("tool-case", "runs a tool whose name differs in case", () => ({ tool: "Send_mail" })),
    swap("tool-longer", "runs a tool whose name is longer", () => ({ tool: "send_mails" })),
    swap("tool-look-alike", "runs a tool with a look-alike letter", () => ({ tool: "sеnd_mail" })),
    swap("tool-empty", "runs a tool without a name", () => ({ tool: "" })),
    swap("tool-space", "runs a tool with a space behind its name", () => ({ tool: "send_mail " })),
  ],
};
