import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { pageLanguages } from "./scripts/page/page-languages.ts";

/** The page of the inbox, for `earshot start` to serve; `scripts/build.ts` runs it. */
export default defineConfig({
  root: fileURLToPath(new URL("src/inbox", import.meta.url)),
  publicDir: fileURLToPath(new URL("src/inbox/public", import.meta.url)),
  base: "/",
  plugins: [pageLanguages()],
  build: {
    outDir: fileURLToPath(new URL("dist/inbox", import.meta.url)),
    emptyOutDir: true,
    target: "es2023",
    // Nothing inline: the policy of the page's content refuses it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: true,
    reportCompressedSize: false,
    rolldownOptions: {
      // Its own time is a second, most of it for the languages.
      checks: { pluginTimings: false },
      output: {
        // One file for all that the page begins with: many small ones are compressed far worse.
        codeSplitting: { groups: [{ name: "page", tags: ["$initial"] }] },
      },
    },
  },
});
