import { join } from "node:path";
import { expect, test } from "vitest";
import { earshot, testFolder } from "../support/cli.ts";

/* Mistakes in a command are reported before it looks for a server or starts one. */

const ID = `cnv_${"0".repeat(26)}`;

test.for([
  [["liaise", "--id", "cnv_1", "Hello"], "cnv_ and 26"],
  [["liaise", "--id", ID, "--continue"], "either --id or --continue"],
  [["liaise", "--id", ID, "--agent", "agent", "Hello"], "when a conversation begins"],
  [["liaise", "--agent", "agent"], "when a conversation begins"],
  [["liaise", "--stdin", "Hello"], "standard input"],
  [["liaison", "show", "req_1"], "npx earshot liaison shows them"],
  [["liaison", "list", "--phase", "over"], "Allowed choices are problem_definition"],
  [["liaison", "complete", ID], "Give the result once"],
  [["liaison", "complete", ID, "done", "--result", "1"], "Give the result once"],
  [["liaison", "fitness", "--half-life", "0"], "a number of days"],
  [["liaison", "withdraw", ID, "0", "misread"], "Give a whole number"],
  [["liaison", "token", "user-1", "--ttl", "3601"], "Give a whole number"],
  [["liaison", "graph", ID, "--format", "png"], "Allowed choices are mermaid"],
  [["liaison", "graph-query", "path", "a"], "path NODE --to OTHER"],
  [["liaison", "graph-query", "ancestors", "a", "--to", "b"], "path NODE --to OTHER"],
] as const)("%j is wrong usage", async ([args, said]) => {
  const refused = await earshot([...args, "--data", join(testFolder(), "data")]);
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toContain(said);
});
