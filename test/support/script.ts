import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LIBRARY } from "./built-programs.ts";
import { eventually, testFolder } from "./cli.ts";

/** A plain script of somebody who imports the function, and what it reports. */
export interface Script {
  readonly file: string;
  /** Everything it has reported so far. */
  readonly reports: () => unknown[];
  /** Resolves once it has reported so often. */
  reported(count: number): Promise<unknown[]>;
  /** Lets it go on behind `await goOn()`. */
  goOn(): void;
}

/**
 * Writes a script that can `ask(message, options)`: the text that was answered, or the code of the
 * error, is reported and returned.
 */
export function writeScript(body: string): Script {
  const folder = testFolder();
  const file = join(folder, "script.mjs");
  const reports = join(folder, "reports.jsonl");
  const signal = join(folder, "go-on");
  writeFileSync(
    file,
    `import { appendFileSync, existsSync } from "node:fs";
import { sendMessageToOperator } from ${JSON.stringify(LIBRARY.href)};
const report = (value) => appendFileSync(${JSON.stringify(reports)}, JSON.stringify(value) + "\\n");
const ask = async (message, options) => {
  const result = await sendMessageToOperator(message, options).then(
    (text) => ({ text }),
    ({ name, code }) => (name === "EarshotError" ? { code } : { name }),
  );
  report(result);
  return result;
};
const goOn = async () => {
  while (!existsSync(${JSON.stringify(signal)})) await new Promise((next) => setTimeout(next, 20));
};
${body}
`,
  );
  const read = () =>
    existsSync(reports)
      ? readFileSync(reports, "utf8")
          .split("\n")
          .filter((line) => line !== "")
          .map((line) => JSON.parse(line))
      : [];
  return {
    file,
    reports: read,
    reported: (count) =>
      eventually(
        () => (read().length >= count ? read() : undefined),
        () => `${count} reports`,
      ),
    goOn: () => writeFileSync(signal, ""),
  };
}

/** What is done once, for however many facts look at what comes of it. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}
