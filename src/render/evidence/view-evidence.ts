import type { ContentDigest } from "../../domain/content/content.ts";
import { plainFileName } from "../../domain/content/plain-file.ts";
import { contentsOf, type Evidence } from "../../domain/evidence/evidence.ts";
import type { EvidenceFile, ViewEvidence } from "../../domain/evidence/evidence-view.ts";
import { textOf, typeOfBytes } from "../../domain/evidence/file-type.ts";
import { shownText } from "../shown-json.ts";
import { type Drawn, drawFile } from "./file-view.ts";
import { drawImage } from "./image-view.ts";
import { bounded, plainLinesOf } from "./lines.ts";
import { drawMail } from "./mail-view.ts";
import { drawPatch } from "./patch-view.ts";
import { drawPayment } from "./payment-view.ts";
import { drawPlan } from "./plan-view.ts";
import { drawSql } from "./sql-view.ts";

type Given = Parameters<ViewEvidence>[1];

const GONE = "A content of it is gone, so it is not shown.";

/** Evidence as people are shown it, on every surface. */
export const viewEvidence: ViewEvidence = (evidence, given) => {
  const drawn = draw(evidence, given);
  const isGone = contentsOf(evidence).some((digest) => !given.contents.has(digest));
  const { lines, more } = bounded(drawn.lines ?? []);
  return {
    kind: evidence.kind,
    name: evidence.name,
    heading: drawn.heading,
    warnings: isGone ? [GONE, ...drawn.warnings] : drawn.warnings,
    facts: drawn.facts ?? [],
    lines,
    more,
    files: filesOf(evidence, given),
  };
};

function draw(evidence: Evidence, given: Given): Drawn {
  const bytesOf = (digest: ContentDigest | null) =>
    digest === null ? undefined : given.contents.get(digest);
  switch (evidence.kind) {
    case "file":
      return drawFile(evidence, bytesOf);
    case "payment":
      return drawPayment(evidence, given.earlier ?? []);
    default:
      return drawOne(evidence, bytesOf(evidence.digest));
  }
}

type OfOne = Exclude<Evidence, { kind: "file" | "payment" }>;

function drawOne(evidence: OfOne, bytes: Uint8Array = new Uint8Array()): Drawn {
  const { kind, name } = evidence;
  if (kind === "image") return drawImage(name, bytes);
  if (kind === "mail") return drawMail(name, bytes);
  const text = textOf(bytes);
  const heading = `${shownText(name)} · ${bytes.length} bytes`;
  if (text === undefined) {
    return { heading, warnings: ["It is not text, so what is in it is not shown."] };
  }
  if (kind === "patch") return drawPatch(name, text);
  if (kind === "sql") return drawSql(evidence, text);
  if (kind === "plan") return drawPlan(evidence, text);
  return { heading, warnings: [], lines: plainLinesOf(text) };
}

function filesOf(evidence: Evidence, { contents }: Given): readonly EvidenceFile[] {
  const fileOf = (digest: ContentDigest, role: EvidenceFile["role"]): EvidenceFile[] => {
    const bytes = contents.get(digest);
    if (bytes === undefined) return [];
    const name = plainFileName(evidence.name);
    return [{ role, digest, name, media_type: typeOfBytes(bytes), size: bytes.length }];
  };
  if (evidence.kind === "payment") return [];
  if (evidence.kind !== "file") return fileOf(evidence.digest, "content");
  const { before, after } = evidence;
  return [
    ...(before === null ? [] : fileOf(before, "before")),
    ...(after === null ? [] : fileOf(after, "after")),
  ];
}
