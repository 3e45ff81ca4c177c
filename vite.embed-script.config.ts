import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

/** The script that pages of applications load: one file, at an address that stays. */
export default defineConfig({
  publicDir: false,
  build: {
    outDir: fileURLToPath(new URL("dist/inbox", import.meta.url)),
    emptyOutDir: false,
    target: "es2022",
    reportCompressedSize: false,
    rolldownOptions: {
      input: fileURLToPath(new URL("src/embed/script.ts", import.meta.url)),
      output: { entryFileNames: "earshot-embed.js", format: "iife" },
    },
  },
});
