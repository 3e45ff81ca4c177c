import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { pageLanguages } from "./scripts/page/page-languages.ts";

/** The service worker of the inbox: one file at the root of its address, beside the page. */
export default defineConfig({
  publicDir: false,
  plugins: [pageLanguages()],
  build: {
    outDir: fileURLToPath(new URL("dist/inbox", import.meta.url)),
    emptyOutDir: false,
    target: "es2023",
    reportCompressedSize: false,
    rolldownOptions: {
      input: fileURLToPath(new URL("src/inbox/worker/main.ts", import.meta.url)),
      output: { entryFileNames: "worker.js", format: "iife" },
    },
  },
});
