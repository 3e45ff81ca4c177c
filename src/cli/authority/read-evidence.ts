import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import type { Command } from "commander";
import { EarshotError } from "../../domain/errors.ts";
import { EVIDENCE_KINDS, PLAIN_KINDS } from "../../domain/evidence/evidence.ts";
import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { EvidenceInput, GivenContent } from "../../ports/earshot/evidence.ts";
import { fileAt } from "../liaison/attached-files.ts";
import { collect } from "../terminal/command.ts";
import { readObject } from "./read-object.ts";

export interface EvidenceOptions {
  readonly evidence?: readonly string[];
}

export function addEvidence(command: Command, what: string): Command {
  return command.option(
    "--evidence <kind=path>",
    `${what}: patch, mail, image or attachment=PATH, sql=PATH[=PARAMETERS], plan=JSON[=PLANFILE], file=PATH=NEWCONTENT, payment=JSON; repeatable`,
    collect,
  );
}

/** What stands in the files that are named, as it is now. */
export async function evidenceOf({
  evidence = [],
}: EvidenceOptions): Promise<{ readonly evidence?: readonly EvidenceInput[] }> {
  if (evidence.length === 0) return {};
  return { evidence: await Promise.all(evidence.map(readOne)) };
}

async function readOne(written: string): Promise<EvidenceInput> {
  const [kind, name = "", second] = written.split("=");
  if (name === "") throw unknown(written);
  const plain = PLAIN_KINDS.find((one) => one === kind);
  if (plain !== undefined) return { kind: plain, name, content: contentAt(name) };
  switch (kind) {
    case "file":
      return { kind, name, before: contentOrNull(name), after: contentOrNull(second ?? "") };
    case "sql": {
      const params =
        second === undefined ? undefined : await readObject("--evidence", `@${second}`);
      return { kind, name, content: contentAt(name), ...present({ params }) };
    }
    case "plan": {
      const file = second === undefined ? undefined : digestAt(second);
      return { kind, name, content: contentAt(name), ...present({ file }) };
    }
    case "payment":
      return paymentAt(name, await readObject("--evidence", `@${name}`));
    default:
      throw unknown(written);
  }
}

function contentAt(path: string): GivenContent {
  return { base64: fileAt(path).content };
}

/** A path that is empty, or where nothing is, stands for a file that is not there. */
function contentOrNull(path: string): GivenContent | null {
  return path === "" || !existsSync(path) ? null : contentAt(path);
}

function digestAt(path: string): `sha256:${string}` {
  const bytes = Buffer.from(fileAt(path).content, "base64");
  return `sha256:${hash("sha256", bytes, "hex")}`;
}

function paymentAt(
  path: string,
  { name = path, amount, currency, payee }: JsonObject,
): EvidenceInput {
  const isSaid = (value: unknown) => typeof value === "string" || typeof value === "number";
  if (!isSaid(amount) || !isSaid(payee) || typeof name !== "string") {
    throw new EarshotError(
      "INVALID_INPUT",
      `${path} says no payment: it wants amount and payee, and perhaps currency and name.`,
    );
  }
  return {
    kind: "payment",
    name,
    amount: amount as string | number,
    payee: payee as string | number,
    ...present({ currency: currency === undefined ? undefined : String(currency) }),
  };
}

function unknown(written: string): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `--evidence ${written} names no evidence. Write KIND=PATH, with one of ${EVIDENCE_KINDS.join(", ")}.`,
  );
}
