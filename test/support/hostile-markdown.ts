import fc from "fast-check";

const SIGNS = fc.constantFrom(
  ..."*_`#>|[]()!<>&;~-+=:\\\n 1.".split(""),
  "**",
  "```",
  "```js\n",
  "\n\n",
  "- ",
  "  ",
  "\t",
  "1. ",
  "> ",
  "|-|-|\n",
  "](https://a.b/c)",
  "![",
  "https://x.y/z",
  "mailto:a@b.c",
  "@ada",
  "/run",
  "#tag",
  "<!channel>",
  "<@U0123>",
  ":tada:",
  "<script>",
  "<img src=x>",
  "&lt;",
  "\u202e",
  "\u200b",
  "\r\n",
  "\ud800",
  "漢",
  "о",
  "é",
  "👩‍👩‍👧",
);

/** Text of signs that mean something in Markdown or on a platform, among some letters. */
export const HOSTILE_MARKDOWN = fc
  .array(fc.oneof(SIGNS, SIGNS, fc.stringMatching(/^[a-z0-9]{1,4}$/)), { maxLength: 80 })
  .map((parts) => parts.join(""));
