#!/usr/bin/env node
// From an installed package the compiled program runs; in a clone the source does.
if (Number(process.versions.node.split(".")[0]) < 24) {
  console.error(
    `Earshot needs Node 24 or newer; this is ${process.version}. In a clone: npm ci, then npx earshot.`,
  );
  process.exit(1);
}
const installed = import.meta.url.includes("/node_modules/");
await import(installed ? "../dist/cli/main.js" : "../src/cli/main.ts");
