import { readFileSync } from "node:fs";
import { defineConfig } from "vitepress";

/* Made of the pages that scripts/site-pages.ts writes. Nothing is loaded from elsewhere: the search is in the site. */

const sidebar = JSON.parse(readFileSync(new URL("../pages/sidebar.json", import.meta.url), "utf8"));

/** As GitHub names headings, so that a link works in both places. */
const slugify = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");

export default defineConfig({
  title: "Earshot",
  description: "Keeps a person within earshot of every AI agent.",
  srcDir: "pages",
  srcExclude: ["public/**"],
  cleanUrls: false,
  // What pages say in angle brackets is text.
  markdown: { html: false, anchor: { slugify }, toc: { slugify } },
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: { provider: "local" },
    nav: [
      { text: "Get started", link: "/get-started" },
      { text: "Reference", link: "/reference/http" },
      { text: "llms.txt", link: "/llms.txt", target: "_self" },
    ],
  },
});
