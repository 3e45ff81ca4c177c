import { expect, test } from "vitest";
import type { EarshotClient } from "../../client/client.ts";
import type { EraseMatterInput, FoundWords } from "../../ports/earshot/erasure.ts";
import { createOutput } from "../terminal/output.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { eraseMatter } from "./erase-matter.ts";

test("what came while it was taken is told as not erased, and the command fails", async () => {
  const row = (id: string, state: FoundWords["state"]): FoundWords => ({
    place: "requests",
    id,
    state,
  });
  let hasTaken = false;
  const earshot: Pick<EarshotClient, "eraseMatter"> = {
    async eraseMatter({ take }: EraseMatterInput) {
      if (take === true) hasTaken = true;
      if (take === true) return { found: [row("req_1", "erased")], left: [] };
      return { found: [hasTaken ? row("req_2", "due") : row("req_1", "due")] };
    },
  };
  let said = "";
  const stream = { write: (text: string) => (said += text) };
  const context = {
    output: createOutput({
      stdout: stream,
      stderr: stream,
      isJson: false,
      isPlain: true,
      environment: {} as never,
    }),
    options: { data: "/nowhere" },
    call: {},
    connectAs: () => earshot as EarshotClient,
  } as unknown as RunContext;
  expect(await eraseMatter(context, { about: "heron", yes: true })).toBe(1);
  expect(said).toContain("erased  requests  req_1\nnot erased  requests  req_2\n");
  expect(said).toContain("1 not erased, 1 erased.");
  expect(said).toContain("1 is still there.");
});
