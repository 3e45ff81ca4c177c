import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { typedPath } from "./typed-file.ts";

test.each([
  ["may.pdf", "may.pdf"],
  [" /home/ana/may.pdf ", "/home/ana/may.pdf"],
  ["'/home/ana/my may.pdf' ", "/home/ana/my may.pdf"],
  ['"my may.pdf"', "my may.pdf"],
  ["/home/ana/my\\ may\\ \\(1\\).pdf", "/home/ana/my may (1).pdf"],
  ["~/may.pdf", join(homedir(), "may.pdf")],
  ["it's.pdf", "it's.pdf"],
])("the path %j is that of %j", (typed, path) => {
  expect(typedPath(typed, "linux")).toBe(path);
});

test("a path of Windows keeps its backslashes", () => {
  expect(typedPath("C:\\Users\\ana\\may.pdf", "win32")).toBe("C:\\Users\\ana\\may.pdf");
});
