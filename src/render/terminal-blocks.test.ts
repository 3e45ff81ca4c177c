import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../scripts/proofs/proofs.ts";
import { ANY_CHARACTER } from "../../test/support/any-character.ts";
import type { Authorization } from "../domain/authority/authorization.ts";
import type { JsonObject } from "../domain/json.ts";
import type { AuthorizationRequest } from "../domain/requests/request.ts";
import { anAction, anAuthorization, anOpenAuthorization } from "../testing/builders.ts";
import { authorizationBlocks } from "./blocks.ts";
import { wordsIn } from "./messages/messages.ts";
import { fits, layOut, terminalLines, valueOnOneLine } from "./terminal-blocks.ts";

const english = wordsIn("en");

const WIDTH = 80;

function aRequest(
  over: Partial<Authorization> = {},
  {
    agentName = "scout",
    args = { user_id: "user123" } as JsonObject,
    tool = "delete_user_data",
  } = {},
): AuthorizationRequest {
  const agent = "prn_00000000000000000000000001" as const;
  const action = anAction({ agent, tool, args, level: "HIGH", session: "run-1" });
  const digest = "1a2b".repeat(16);
  const authorization = anAuthorization({ action, digest, ...over });
  const id = "req_00000000000000000000000001" as const;
  return anOpenAuthorization({ id, agent, agentName, authorization });
}

const linesOf = (request: AuthorizationRequest, width?: number) =>
  terminalLines(authorizationBlocks(request, { words: english }), english, { width });

/** Lines of the agent's zone, and all others. */
const agents = (line: string) => line.startsWith("┊ ");

/** What a hostile agent would have people read. */
const words = fc.string({
  unit: fc.oneof(
    fc.constantFrom("\n", "\r", "\x1b[2J", "\x1b]52;c;ZQ==\x07", "\u202e", " ".repeat(90), "語"),
    fc.constantFrom(
      "│ level       LOW",
      "┌ ACTION: what would run, as it is stored",
      "┊ name  ana",
    ),
    fc.constantFrom("└ 3 more characters", "↪ ", "digest sha256:0000", "! ", "approved by ana"),
    fc.constantFrom("[OPERATOR]: yes", "[AGENT]: ", "**approve**", "<!channel>", "[x](http://y)"),
    fc.constantFrom("AUTHORIZATION req_1  LOW  open", "\u2028", "e\u0301", "x".repeat(70)),
    fc.string({ unit: ANY_CHARACTER, minLength: 1, maxLength: 1 }),
  ),
});

describe("whatever the agent says", () => {
  test("it stands in its own zone, and everything else is as it would be without it", () => {
    const plain = linesOf(aRequest({ reason: "r", onBehalfOf: "b" }), WIDTH);
    const chrome = plain.filter((line) => !agents(line));
    fc.assert(
      fc.property(words, words, words, (reason, onBehalfOf, agentName) => {
        const lines = linesOf(aRequest({ reason, onBehalfOf }, { agentName }), WIDTH);
        const others = lines.filter((line) => !agents(line) && !/^└ \d+ more char/.test(line));
        expect(others).toEqual(chrome);
        const zone = lines.findIndex((line) => line.startsWith("┌ THE AGENT SAYS"));
        expect(lines.findIndex(agents)).toBeGreaterThan(zone);
        expect(lines.length).toBeLessThan(120);
      }),
      { numRuns: casesOf(500) },
    );
  });

  test("a value of the action passes for no line of Earshot's", () => {
    const shape = (lines: readonly string[]) => lines.filter((line) => !/^│ {3}|^│ ↪ /.test(line));
    const chrome = shape(linesOf(aRequest({}, { args: { text: "a" } }), WIDTH));
    fc.assert(
      fc.property(words, words, (key, text) => {
        const lines = linesOf(aRequest({}, { args: { [key]: { [text]: [text] } } }), WIDTH);
        expect(shape(lines)).toEqual(chrome);
      }),
      { numRuns: casesOf(500) },
    );
  });

  test("neither does a line of a file", () => {
    fc.assert(
      fc.property(words, (content) => {
        const args = { path: "a", content };
        const lines = linesOf(aRequest({}, { args, tool: "write_file" }), WIDTH);
        const values = lines.slice(
          lines.findIndex((line) => line.startsWith("│ arguments")) + 1,
          lines.findIndex((line) => line.startsWith("│ digest")),
        );
        expect(values.every((line) => /^│ {3}|^│ ↪ /.test(line))).toBe(true);
        expect(values.filter((line) => line.startsWith("│   │ "))).toHaveLength(
          content.split("\n").length,
        );
      }),
    );
  });
});

describe("a line that is too long", () => {
  test("is broken without losing a character, and no line is wider than the terminal", () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 40, max: 120 }), (text, width) => {
        const request = aRequest({ reason: text }, { args: { [text]: text } });
        const lines = linesOf(request, width);
        const joined = lines.reduce((all, line) => {
          const on = /^(?:[│┊] )?↪ /.exec(line)?.[0];
          return on === undefined ? `${all}\n${line}` : all + line.slice(on.length);
        });
        expect(joined).toBe(linesOf(request).join("\n"));
        expect(lines.filter((line) => [...line].length > width)).toEqual([]);
      }),
      { numRuns: casesOf(300) },
    );
  });

  test("counts letters that are wide as two columns", () => {
    const lines = linesOf(aRequest({}, { args: { text: "語".repeat(100) } }), WIDTH);
    const wide = lines
      .slice(lines.findIndex((line) => line.includes("/text")))
      .filter((line) => line.includes("語"));
    expect(wide.map((line) => [...line].filter((char) => char === "語").length)).toEqual([
      33, 38, 29,
    ]);
  });
});

describe("what does not fit", () => {
  const ROOM = { words: english, maxLines: 400, maxChars: 64 * 1024, width: WIDTH };
  const MARKER = "rm -rf /srv";

  test("is never presented as whole: where it is whole, all of it is there", {
    timeout: 30_000,
  }, () => {
    const sizes = fc.oneof(
      fc.integer({ min: 0, max: 2_000 }),
      fc.integer({ min: 0, max: 200_000 }),
    );
    let wholes = 0;
    fc.assert(
      fc.property(
        sizes,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        (size, at, isFile) => {
          const place = Math.floor(size * at);
          const content = `${"a".repeat(place)}${MARKER}${"b".repeat(size - place)}`;
          const tool = isFile ? "write_file" : "run";
          const blocks = authorizationBlocks(aRequest({}, { tool, args: { path: "a", content } }), {
            words: english,
          });
          const { lines, isWhole } = layOut(blocks, ROOM);
          if (!isWhole) return;
          wholes += 1;
          expect(lines.join("").replaceAll("│ ↪ ", "")).toContain(MARKER);
        },
      ),
      { numRuns: casesOf(60) },
    );
    expect(wholes).toBeGreaterThan(casesOf(4));
  });

  test("is shown by its beginning and its end, with the digest and how much is missing", () => {
    const args = { list: Array.from({ length: 2_000 }, (_, index) => index) };
    const { lines, isWhole } = layOut(
      authorizationBlocks(aRequest({}, { args }), { words: english }),
      ROOM,
    );
    expect(isWhole).toBe(false);
    expect(lines).toHaveLength(399);
    expect(lines[199]).toMatch(/^… [\d,]+ lines are not shown …$/);
    expect(lines).toContain("│ level       HIGH");
    expect(lines).toContain(`│ digest sha256:${"1a2b".repeat(16)}`);
  });

  test("is everything, on a terminal too narrow to tell whose a line is", () => {
    const blocks = authorizationBlocks(aRequest(), { words: english });
    expect(fits(blocks, { ...ROOM, width: 39 })).toBe(false);
    expect(fits(blocks, { ...ROOM, width: 40 })).toBe(true);
  });
});

describe("an authorization on a terminal", () => {
  test("of a tool that no renderer knows", () => {
    expect(linesOf(aRequest(), WIDTH)).toMatchInlineSnapshot(`
      [
        "AUTHORIZATION req_00000000000000000000000001  HIGH  open",
        "┌ ACTION: what would run, as it is stored",
        "│   Run delete_user_data: user_id user123",
        "│ tool        delete_user_data",
        "│ level       HIGH",
        "│ arguments",
        "│   /user_id = "user123"",
        "│ digest sha256:1a2b1a2b1a2b1a2b1a2b1a2b1a2b1a2b1a2b1a2b1a2b1a2b1a2b1a2b1a2b1a2b",
        "│ agent       prn_00000000000000000000000001",
        "│ session     run-1",
        "│ rule        default",
        "│ decides     one of: any owner, any approver",
        "│ expires     2026-01-01T01:00:00.000Z",
        "┌ THE AGENT SAYS: unverified, in its own words",
        "┊ name        scout",
        "┊ reason      The customer asked for it.",
      ]
    `);
  });

  test("edited, with a vote, a secret, a resource and a tool that has changed", () => {
    const by = { principal: "prn_00000000000000000000000002", name: "ana", via: "cli" } as const;
    const at = "2026-01-01T00:10:00.000Z";
    const digest = "1a2b".repeat(16);
    const request = aRequest(
      {
        demand: {
          rule: "large transfers",
          level: "HIGH",
          approvers: { names: ["ana", "ben"], roles: ["owner"] },
          quorum: 2,
          stepUp: true,
          expiresInMs: 3_600_000,
        },
        votes: [{ by, at, digest }],
        edit: {
          by,
          at,
          args: { amount: 500 },
          digest: "00".repeat(32),
          patch: [
            { op: "replace", path: "/amount", value: 50 },
            { op: "remove", path: "/note" },
          ],
        },
        toolChanged: true,
        reason: `First.\n\n\n  Second.\n${"word ".repeat(150)}`,
        onBehalfOf: "Ben",
      },
      { args: { amount: 50, token: { $secret: "c2VjcmV0" } }, tool: "transfer" },
    );
    expect(linesOf(request, 100)).toMatchInlineSnapshot(`
      [
        "AUTHORIZATION req_00000000000000000000000001  HIGH  open",
        "! The tool's definition has changed since it was pinned: another tool may stand under its name. An ",
        "↪ approval is for this call alone.",
        "┌ ACTION: what would run, as it is stored",
        "│   Run transfer: amount 50, 1 more argument",
        "│ tool        transfer",
        "│ level       HIGH",
        "│ arguments",
        "│   /amount = 50",
        "│   /token = (secret)",
        "│ digest sha256:1a2b1a2b1a2b1a2b1a2b1a2b1a2b1a2b1a2b1a2b1a2b1a2b1a2b1a2b1a2b1a2b",
        "│ agent       prn_00000000000000000000000001",
        "│ session     run-1",
        "│ rule        large transfers",
        "│ decides     2 different people of: ana, ben, any owner, with a passphrase",
        "│ approved    ana via cli at 2026-01-01T00:10:00.000Z",
        "│ missing     1 more",
        "│ expires     2026-01-01T01:00:00.000Z",
        "│ edited by   ana via cli at 2026-01-01T00:10:00.000Z; asked for was sha256:000000000000000000000000",
        "│ ↪ 0000000000000000000000000000000000000000",
        "│ changed     replace "/amount": 50",
        "│ changed     remove "/note"",
        "┌ THE AGENT SAYS: unverified, in its own words",
        "┊ name        scout",
        "┊ for         Ben",
        "┊ reason      First.",
        "┊             Second.",
        "┊             word word word word word word word word word word word word word word word word word ",
        "┊ ↪ word word word word word word word word word word word word word word word word word word word ",
        "┊ ↪ word word word word word word word word word word word word word word word word word word word ",
        "┊ ↪ word word word word word word word word word word word word word word word word word word word ",
        "┊ ↪ word word word word word word word word word word word word word word word word word word word ",
        "┊ ↪ word word word word wo",
        "└ 262 more characters of the reason are not shown",
      ]
    `);
  });

  test("of a file that is to be written", () => {
    const args = { path: "/etc/motd", content: `Hello,\n\tworld  \n${" ".repeat(30)}"quoted"\n` };
    expect(linesOf(aRequest({}, { args, tool: "write_file" }), WIDTH)).toMatchInlineSnapshot(`
      [
        "AUTHORIZATION req_00000000000000000000000001  HIGH  open",
        "┌ ACTION: what would run, as it is stored",
        "│   Run write_file: path /etc/motd, 1 more argument",
        "│ tool        write_file",
        "│ level       HIGH",
        "│ arguments",
        "│   /path = "/etc/motd"",
        "│   /content = 4 lines",
        "│   │ Hello,",
        "│   │ \\tworld⟨×2 spaces⟩",
        "│   │ ⟨×30 spaces⟩"quoted"",
        "│   │ ",
        "│ digest sha256:1a2b1a2b1a2b1a2b1a2b1a2b1a2b1a2b1a2b1a2b1a2b1a2b1a2b1a2b1a2b1a2b",
        "│ writes      55 bytes",
        "│ agent       prn_00000000000000000000000001",
        "│ session     run-1",
        "│ rule        default",
        "│ decides     one of: any owner, any approver",
        "│ expires     2026-01-01T01:00:00.000Z",
        "┌ THE AGENT SAYS: unverified, in its own words",
        "┊ name        scout",
        "┊ reason      The customer asked for it.",
      ]
    `);
  });

  test("a renderer stands aside where the arguments are not what it knows", () => {
    const shown = (args: JsonObject) =>
      linesOf(aRequest({}, { args, tool: "write_file" })).filter((line) =>
        /UNINSP|^│ {3}\//.test(line),
      );
    expect(shown({ path: "a", content: "b", mode: 511 })).toEqual([
      '│   /path = "a"',
      '│   /content = "b"',
      "│   /mode = 511",
    ]);
    expect(shown({ path: ["a"], content: "b" })).toEqual([
      '│   /path/0 = "a"',
      '│   /content = "b"',
    ]);
  });
});

test("a value on one line is cut to the width, and says that it is", () => {
  const cut = valueOnOneLine(`send_mail ${"語x".repeat(200)}`, 60);
  expect(cut).toMatch(/^│ {3}send_mail 語x.*…$/u);
  expect(Array.from(cut).length).toBeLessThan(60);
  expect(valueOnOneLine("short", 60)).toBe("│   short");
});
