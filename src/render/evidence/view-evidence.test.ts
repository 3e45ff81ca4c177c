import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { processorMs } from "../../../test/support/processor-ms.ts";
import type { ContentDigest } from "../../domain/content/content.ts";
import type { EvidenceView } from "../../domain/evidence/evidence-view.ts";
import type { Json } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import { viewEvidence } from "./view-evidence.ts";

const language = "en";
const contents = new Map<ContentDigest, Uint8Array>();
const kept = (content: string | Uint8Array): ContentDigest => {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}` as const;
  contents.set(digest, bytes);
  return digest;
};
const file = (
  before: string | Uint8Array | null,
  after: string | Uint8Array | null,
  name = "a.txt",
) =>
  viewEvidence(
    {
      kind: "file",
      name,
      before: before === null ? null : kept(before),
      after: after === null ? null : kept(after),
    },
    { contents, language },
  );
const patch = (text: string) =>
  viewEvidence({ kind: "patch", name: "fix.patch", digest: kept(text) }, { contents, language });
const sql = (text: string, params?: Json) =>
  viewEvidence(
    { kind: "sql", name: "q", digest: kept(text), ...present({ params }) },
    { contents, language },
  );
const shown = ({ lines }: EvidenceView) => lines.map(({ sign, text }) => `${sign}${text}`);

describe("a change of a file", () => {
  test("is shown by its changed lines and a few around them", () => {
    const lines = Array.from({ length: 40 }, (_, at) => `line ${at + 1}`);
    const view = file(`${lines.join("\n")}\n`, `${lines.with(19, "other").join("\n")}\n`);
    expect(view.heading).toBe("Change a.txt · +1 −1");
    expect(shown(view)).toEqual([
      "#line 17",
      " line 17",
      " line 18",
      " line 19",
      "-line 20",
      "+other",
      " line 21",
      " line 22",
      " line 23",
    ]);
  });

  test("that makes or removes the file says so, and both contents can be saved", () => {
    expect(file(null, "a\nb\n").heading).toBe("Create a.txt · +2 −0");
    expect(file("a\n", null).heading).toBe("Delete a.txt · +0 −1");
    expect(file("a", "b").files.map(({ role, size }) => [role, size])).toEqual([
      ["before", 1],
      ["after", 1],
    ]);
  });

  test.each([
    ["a line end at the end", "a\n", "a", ["#line 1", "-a", "+a", "#no line end behind this line"]],
    ["a tab for blanks", "    a\n", "\ta\n", ["#line 1", "-    a", "+→   a"]],
    ["blanks at the end", "a\n", "a \n", ["#line 1", "-a", "+a⟨×1 spaces⟩"]],
    ["the other line ends", "a\n", "a\r\n", ["#line 1", "-a", "+a\\u{d}"]],
    [
      "a look-alike",
      "admin\n",
      "аdmin\n",
      ["#line 1", "-admin", expect.stringMatching(/\\u\{430\}|⟨/)],
    ],
    ["a sign that turns the line round", "a\n", "a\u202e\n", ["#line 1", "-a", "+a\\u{202e}"]],
    ["a zero-width space", "a\n", "a\u200b\n", ["#line 1", "-a", "+a\\u{200b}"]],
  ])("is seen where it is %s", (...[, before, after, lines]) => {
    expect(shown(file(before, after))).toEqual(lines);
  });

  test.each([
    ["../../etc/passwd", /goes up/],
    ["/etc/passwd", /absolute/],
    ["~/.ssh/authorized_keys", /absolute/],
    ["a\\..\\..\\b", /goes up/],
    ["C:\\Windows\\a", /absolute/],
    [".github/workflows/ci.yml", /run commands/],
    ["sub/.git/hooks/pre-commit", /run commands/],
  ])("of %s is warned of", (name, why) => {
    expect(file("a", "b", name).warnings).toEqual([expect.stringMatching(why)]);
  });

  test("that is no text is not taken for one that does not change", () => {
    const view = file(Uint8Array.of(0, 1), Uint8Array.of(0, 2, 3));
    expect(view.warnings).toEqual([expect.stringContaining("not text")]);
    expect(view.heading).toBe("Change a.txt · 2 to 3 bytes");
  });

  test("of a huge file ends soon and says what is left out", () => {
    const before = Array.from({ length: 200_000 }, (_, at) => `old ${at}`).join("\n");
    const view = file(before, before.replaceAll("old", "new"));
    expect(view.lines.length + view.more).toBe(400_003);
    expect(view.lines.length).toBeLessThanOrEqual(2_000);
    expect(view.warnings).toEqual([expect.stringContaining("removed and added whole")]);
    const wide = file(null, "x".repeat(3_000_000));
    expect(wide.lines[1]?.text).toMatch(/⟨… 2,999,000 more characters⟩$/);
  });

  test("whose content is gone says so", () => {
    const gone = `sha256:${"0".repeat(64)}` as const;
    const view = viewEvidence(
      { kind: "mail", name: "m", digest: gone },
      { contents: new Map(), language },
    );
    expect(view.warnings[0]).toMatch(/gone/);
    expect(view.files).toEqual([]);
  });
});

describe("a patch", () => {
  const PATCH = `From: somebody
diff --git a/src/a.ts b/src/a.ts
index 1111111..2222222 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,3 +1,3 @@ function a
 one
-two
+--- b/evil
 three
diff --git a/new.sh b/new.sh
new file mode 100755
--- /dev/null
+++ b/new.sh
@@ -0,0 +1 @@
+rm -rf x
`;
  test("is shown by its files with their counts", () => {
    const view = patch(PATCH);
    expect(view.heading).toBe("Patch fix.patch · 2 files · +2 −1");
    expect(shown(view)).toEqual([
      "#src/a.ts · +1 −1 · 100644",
      "#@@ -1,3 +1,3 @@ function a",
      " one",
      "-two",
      "+--- b/evil",
      " three",
      "#new.sh · +1 −0 · new · 100755",
      "#@@ -0,0 +1 @@",
      "+rm -rf x",
    ]);
    expect(view.warnings).toEqual(["new.sh can be run as a program."]);
  });

  const one = (path: string, more = "") =>
    `${more}--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`;
  test.each([
    ["leaves the tree", one("../../x"), /goes up/],
    [
      "leaves it in octal",
      `--- "a/\\056\\056/x"\n+++ "b/\\056\\056/x"\n@@ -1 +1 @@\n-a\n+b\n`,
      /goes up/,
    ],
    ["has an absolute path", "--- /etc/passwd\n+++ /etc/passwd\n@@ -1 +1 @@\n-a\n+b\n", /absolute/],
    [
      "makes a link",
      "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc\n",
      /link/,
    ],
    ["is binary", "diff --git a/x b/../x\nGIT binary patch\nliteral 3\n", /binary/],
    [
      "names a file in Git's line alone",
      "diff --git a/x b/../x\nold mode 100644\nnew mode 100755\n",
      /goes up/,
    ],
    ["says fewer lines than it has", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n+c\n", /do not fit/],
    ["says more lines than it has", "--- a/x\n+++ b/x\n@@ -1,9 +1 @@\n-a\n+b\n", /do not fit/],
    ["has two names", "--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n", /two names/],
    [
      "adds a repository",
      "diff --git a/m b/m\nnew file mode 160000\n--- /dev/null\n+++ b/m\n@@ -0,0 +1 @@\n+Subproject\n",
      /another repository/,
    ],
  ])("that %s is warned of", (_, text, why) => {
    expect(patch(text).warnings.join(" ")).toMatch(why);
  });

  test("that is none stands there as text, with a warning", () => {
    const view = patch("rm -rf /\n");
    expect(view.warnings).toEqual([expect.stringContaining("cannot be read as a patch")]);
    expect(shown(view)).toEqual([" rm -rf /"]);
  });
});

describe("SQL", () => {
  test("is shown with what it does and its parameters by type", () => {
    const view = sql("UPDATE users SET name = $1 WHERE id = $2;\nSELECT 1;", ["ana", 7]);
    expect(view.heading).toBe("SQL q · UPDATE, SELECT");
    expect(view.warnings).toEqual([]);
    expect(view.facts).toEqual([
      { label: "$1", value: '"ana" (text)' },
      { label: "$2", value: "7 (number)" },
    ]);
    expect(shown(view)).toEqual([" UPDATE users SET name = $1 WHERE id = $2;", " SELECT 1;"]);
  });

  test('tells 7 from "7"', () => {
    expect(sql("SELECT :a", { a: "7" }).facts).toEqual([{ label: "a", value: '"7" (text)' }]);
    expect(sql("SELECT :a", { a: 7 }).facts).toEqual([{ label: "a", value: "7 (number)" }]);
  });

  test.each([
    ["no WHERE", "DELETE FROM users", /DELETE without WHERE/],
    ["WHERE in a comment", "DELETE FROM users -- WHERE id = 1", /DELETE without WHERE/],
    ["WHERE in a block comment", "UPDATE t SET a = 1 /* WHERE id = 1 */", /UPDATE without WHERE/],
    ["WHERE in a text", "UPDATE t SET a = ' WHERE id = 1'", /UPDATE without WHERE/],
    ["WHERE of another statement", "DELETE FROM t; SELECT 1 FROM u WHERE id = 1", /DELETE without/],
    [
      "a change behind WITH",
      "WITH x AS (DELETE FROM t RETURNING *) SELECT * FROM x",
      /DELETE without/,
    ],
    ["a condition that always holds", "DELETE FROM t WHERE 1 = 1", /may always hold/],
    ["a condition with OR", "DELETE FROM t WHERE id = 1 OR true", /may always hold/],
    ["a change of tables", "DROP TABLE users", /DROP TABLE changes the database itself/],
    ["a change of rights", "GRANT ALL ON t TO PUBLIC", /who may do what/],
    ["a program", "COPY t FROM PROGRAM 'curl x'", /COPY runs or reads/],
    ["a comment that is run", "SELECT 1 /*!50000 ; DROP TABLE t */", /is run by MySQL/],
    ["a statement behind a hash", "SELECT 1 # \n; DROP TABLE t", /DROP TABLE.*Databases differ/],
    ["a statement behind dashes without a blank", "SELECT 1 --1; DROP TABLE t", /DROP TABLE/],
    ["a backslash before a quote", "SELECT '\\'; DROP TABLE t; -- '", /Databases differ/],
    ["a comment in a comment", "SELECT /* /* */ 1 -- */", /Databases differ/],
    ["a text without an end", "SELECT 'a", /does not end/],
    ["a block of code", "DO $$ BEGIN DELETE FROM t; END $$", /DELETE without WHERE.*DO runs/],
    ["a missing value", "SELECT $1, $2", /places for 2 parameters, and 0/],
    ["a missing name", "SELECT :a, :b", /2 parameters, and 0/],
  ])("with %s is warned of", (_, text, why) => {
    expect(sql(text).warnings.join(" ")).toMatch(why);
  });

  test.each([
    "SELECT * FROM t FOR UPDATE",
    "CREATE INDEX i ON t (a)",
    "INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET a = 2",
    "DELETE FROM t WHERE id = 1",
  ])("%s is not warned of for its rows", (text) => {
    expect(sql(text).warnings.join(" ")).not.toMatch(/without WHERE|always/);
  });
});

test.each(["file", "patch", "sql"] as const)("hostile bytes of a %s end soon", (kind) => {
  const nasty = [
    "/*".repeat(5_000),
    "'\\".repeat(5_000),
    "@@ -1 +1 @@\n".repeat(10_000),
    `--- a/x\n+++ b/x\n${"@@ -1,999999999 +1,999999999 @@\n ".repeat(5_000)}`,
    "\u202e\u200b".repeat(30_000),
    "diff --git a/ b/ b/".repeat(5_000),
  ];
  const took = processorMs(() => {
    for (const text of nasty) {
      if (kind === "file") file(null, text);
      else if (kind === "patch") patch(text);
      else sql(text);
    }
  });
  expect(took).toBeLessThan(10_000);
});
