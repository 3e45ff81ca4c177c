import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { pageLanguages } from "./scripts/page/page-languages.ts";

/** What pages of applications frame: a document of its own beside the page, with little of its script. */
export default defineConfig({
  root: fileURLToPath(new URL("src/inbox", import.meta.url)),
  publicDir: false,
  base: "/",
  plugins: [pageLanguages(["embed.html"])],
  build: {
    outDir: fileURLToPath(new URL("dist/inbox", import.meta.url)),
    emptyOutDir: false,
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: fileURLToPath(new URL("src/inbox/embed.html", import.meta.url)),
      output: {
        entryFileNames: "assets/embed-[hash].js",
        chunkFileNames: "assets/embed-[name]-[hash].js",
        assetFileNames: "assets/embed-[name]-[hash][extname]",
        codeSplitting: { groups: [{ name: "frame", tags: ["$initial"] }] },
      },
    },
  },
});
