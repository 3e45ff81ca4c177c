import { type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { isEarshotError } from "../../domain/errors.ts";
import { isSameJson } from "../../domain/json-equal.ts";
import { visibleText } from "../../render/visible-text.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { folderOf } from "../terminal/with-folder.ts";
import { knownBefore } from "./known-before.ts";
import { findPolicyFile } from "./policy-place.ts";
import { loadPolicy } from "./read-policy-file.ts";

export interface PolicyFinding {
  readonly check: string;
  readonly state: "ok" | "warning";
  readonly detail: string;
}

const CHECK = "policy file";
const WRITE_OF_OTHERS = 0o022;
/** In a folder with this bit, only the owner of a file can replace it. */
const STICKY = 0o1000;

/** What there is to know about the file beside the data folder; empty if there is none. */
export async function examinePolicyFile(context: RunContext): Promise<readonly PolicyFinding[]> {
  const file = findPolicyFile(context.options.data);
  if (file === undefined) return [];
  return [...writers(file), ...(await difference(context, file))];
}

/** A person who can write it decides what `policy apply` puts in force. */
function writers(file: string): readonly PolicyFinding[] {
  const folder = dirname(file);
  const open = [
    ...(isOpen(statSync(file)) ? [file] : []),
    ...(isOpen(statSync(folder)) ? [folder] : []),
  ];
  if (open.length === 0) return [];
  const detail = `Other users can write ${open.join(" and ")}, and so the rules that are applied from it. Mend: chmod go-w ${open.join(" ")}`;
  return [{ check: CHECK, state: "warning", detail: visibleText(detail) }];
}

function isOpen(stats: Stats): boolean {
  const isKept = stats.isDirectory() && (stats.mode & STICKY) !== 0;
  return (stats.mode & WRITE_OF_OTHERS) !== 0 && !isKept;
}

async function difference(context: RunContext, file: string): Promise<readonly PolicyFinding[]> {
  try {
    const loaded = await loadPolicy(file);
    const { source } = loaded;
    const inForce = (await context.connectAs("operator").policy()).source;
    const isSame = inForce !== undefined && isSameJson(source, inForce);
    const apply = `npx earshot policy apply${folderOf(context.options.data)}`;
    const warned = (await knownBefore(context, loaded)).warnings.length;
    const check = `npx earshot policy check${folderOf(context.options.data)}`;
    return [
      ...(warned === 0
        ? []
        : [
            {
              check: CHECK,
              state: "warning" as const,
              detail: visibleText(`${file} may let too much pass, in ${warned} places: ${check}`),
            },
          ]),
      isSame
        ? { check: CHECK, state: "ok", detail: visibleText(`${file} is in force`) }
        : {
            check: CHECK,
            state: "warning",
            detail: visibleText(
              inForce === undefined
                ? `${file} was found and is not in force: nobody has put it in force: ${apply}`
                : `${file} differs from the policy in force: ${apply}`,
            ),
          },
    ];
  } catch (error) {
    // Another check says that the server cannot be asked.
    const isOfPolicy =
      isEarshotError(error, "INVALID_INPUT") || isEarshotError(error, "DIGEST_MISMATCH");
    if (!isOfPolicy) return [];
    return [{ check: CHECK, state: "warning", detail: visibleText(error.message) }];
  }
}
