import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { PACKAGE_FOLDER } from "../../compose/version.ts";
import { EarshotError } from "../../domain/errors.ts";
import { whyRefused } from "../../domain/why-refused.ts";
import { visibleText } from "../../render/visible-text.ts";
import { EXIT_CODES } from "../terminal/exit-codes.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { folderOf } from "../terminal/with-folder.ts";
import { policyPlace } from "./policy-place.ts";

const FOLDER = new URL("examples/policies/", PACKAGE_FOLDER);
const ENDING = ".yaml";
const SCHEMA = "earshot.schema.json";

/** Writes one of the policies to start from as the policy file. It is not in force by that. */
export function writeStartingPolicy({ output, options }: RunContext, name: string): number {
  const text = startingPolicy(name);
  const file = policyPlace(options.data);
  try {
    writeFileSync(file, text, { flag: "wx" });
  } catch (cause) {
    const isThere = (cause as NodeJS.ErrnoException).code === "EEXIST";
    const why = isThere
      ? "is there already, and nothing was written. Move it away first."
      : `cannot be written: ${whyRefused(cause)}`;
    throw new EarshotError("INVALID_INPUT", `${file} ${why}`, { cause });
  }
  if (options.json === true) output.json({ file, policy: name });
  else {
    const folder = folderOf(options.data);
    output.line(`Wrote ${visibleText(file)}. Put in your people, tools and amounts, then:`);
    output.line(`  npx earshot policy test${folder}`);
    output.line(`  npx earshot policy apply${folder}`);
  }
  return EXIT_CODES.answered;
}

/** Its text; throws INVALID_INPUT that lists the names if this is none. */
function startingPolicy(name: string): string {
  const names = readdirSync(FOLDER)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();
  if (!names.includes(name)) {
    throw new EarshotError(
      "INVALID_INPUT",
      `There is no policy ${JSON.stringify(name)} to start from. These are: ${names.join(", ")}.`,
    );
  }
  const text = readFileSync(new URL(`${name}${ENDING}`, FOLDER), "utf8");
  return text.replace(`$schema=../../${SCHEMA}`, `$schema=node_modules/earshot/${SCHEMA}`);
}
