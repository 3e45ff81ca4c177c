import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { writeClientPackage } from "../scripts/client-package.ts";
import type { Figure } from "./figure.ts";
import { inFolder } from "./folder.ts";
import { median } from "./statistics.ts";

const run = promisify(execFile);
const PYTHON = fileURLToPath(new URL("../python/import_time.py", import.meta.url));

/** Frameworks share nothing with it, so so what it takes over a bare Node it takes over a framework. */
export const bridgeImport: Figure = {
  name: "bridge.import",
  what: "importing a bridge of earshot-client into a process, beside what is there; the slowest bridge, p50",
  unit: "ms",
  judged: "value",
  better: "less",
  atLeast: 50,
  aim: 25,

  async measure({ isQuick, note }) {
    return await inFolder(async (folder) => {
      const client = join(folder, "client");
      await writeClientPackage(client);
      let value = 0;
      for (const file of readdirSync(client).filter((name) => /^bridges-.*\.js$/.test(name))) {
        const times: number[] = [];
        for (let n = 0; n < (isQuick ? 1 : 21); n++) times.push(await importMs(join(client, file)));
        note(`${file}: ${median(times).toFixed(1)} ms`);
        value = Math.max(value, median(times));
      }
      return { value };
    });
  },
};

async function importMs(file: string): Promise<number> {
  const script = `const began = performance.now();
await import(${JSON.stringify(pathToFileURL(file))});
console.log(performance.now() - began);`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script]);
  return Number(stdout);
}

export const pythonImport: Figure = {
  name: "python.import",
  what: "importing earshot_client into Python, time of the processor, the best of 20",
  unit: "ms",
  judged: "value",
  better: "less",
  atLeast: 40,
  aim: 20,

  async measure({ note }) {
    const { stdout } = await run("python3", [PYTHON]);
    note(stdout.trim());
    return { value: Number.parseFloat(stdout) };
  },
};
