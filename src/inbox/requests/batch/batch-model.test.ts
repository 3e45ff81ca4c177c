import { describe, expect, it } from "vitest";
import { anAction, anAuthorization, anOpenAuthorization } from "../../../testing/builders.ts";
import { partsOf } from "../pane/rendered.ts";
import { batchChars, batchTable } from "./batch-model.ts";

const agent = anAction().agent;

function tableOf(...all: readonly Parameters<typeof anAction>[0][]) {
  return batchTable(
    all.map((over) => {
      const authorization = anAuthorization({ action: anAction({ agent, ...over }) });
      return partsOf(anOpenAuthorization({ agent, authorization })).action;
    }),
  );
}

describe("several actions beside each other", () => {
  it("show apart what is the same in all and what is not", () => {
    const { args } = tableOf(
      { args: { path: "a.txt", mode: "w" } },
      { args: { path: "b.txt", mode: "w" } },
    );
    expect(args).toEqual({
      same: [{ path: "/mode", value: '"w"' }],
      rows: [[{ path: "/path", value: '"a.txt"' }], [{ path: "/path", value: '"b.txt"' }]],
    });
  });

  it("count what one of them lacks as a difference", () => {
    const { args } = tableOf(
      { args: { to: { a: 1 } } },
      { args: { to: { a: 1, b: null } } },
      { args: { to: {} } },
    );
    expect(args.same).toEqual([]);
    expect(args.rows[0]).toEqual([
      { path: "/to/a", value: "1" },
      { path: "/to/b" },
      { path: "/to" },
    ]);
  });

  it("are shown with the facts that the trusted renderer states, of which sessions may differ", () => {
    const write = (content: string, session: string) => ({
      tool: "write_file",
      session,
      args: { path: "a.txt", content },
    });
    const { args, facts } = tableOf(write("one\ntwo", "s1"), write("three", "s2"));
    expect(args.rows[0]).toEqual([{ path: "/content", lines: ["one", "two"], count: 2 }]);
    expect(facts.rows[0]).toEqual([
      { path: "writes", value: "7 bytes" },
      { path: "session", value: "s1" },
    ]);
    expect(facts.same).toContainEqual({ path: "agent", value: agent });
  });

  it("never say of secrets that they are the same", () => {
    const secret = { args: { pin: { $secret: "x" } } };
    expect(tableOf(secret, secret).args).toEqual({
      same: [],
      rows: [[{ path: "/pin", value: "(secret)" }], [{ path: "/pin", value: "(secret)" }]],
    });
  });

  it("are as long as what is shown of them", () => {
    const long = { args: { text: "x".repeat(500) } };
    const alike = batchChars(tableOf(long, long));
    const other = batchChars(tableOf(long, { args: { text: "y".repeat(500) } }));
    expect(other - alike).toBe("/text".length + 502);
  });
});
