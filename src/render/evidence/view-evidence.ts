import type { ContentDigest } from "../../domain/content/content.ts";
import { plainFileName } from "../../domain/content/plain-file.ts";
import { contentsOf, type Evidence } from "../../domain/evidence/evidence.ts";
import type { EvidenceFile, ViewEvidence } from "../../domain/evidence/evidence-view.ts";
import { textOf, typeOfBytes } from "../../domain/evidence/file-type.ts";
import { type RenderMessages, wordsIn } from "../messages/messages.ts";
import { shownText } from "../shown-json.ts";
import { byteWords } from "../words/lengths.ts";
import { type Drawn, drawFile } from "./file-view.ts";
import { drawImage } from "./image-view.ts";
import { bounded, plainLinesOf } from "./lines.ts";
import { drawMail } from "./mail-view.ts";
import { drawPatch } from "./patch-view.ts";
import { drawPayment } from "./payment-view.ts";
import { drawPlan } from "./plan-view.ts";
import { drawSql } from "./sql-view.ts";

type Given = Parameters<ViewEvidence>[1];

/** Evidence as people are shown it, on every surface. */
export const viewEvidence: ViewEvidence = (evidence, given) => {
  const words = wordsIn(given.language);
  const drawn = draw(evidence, given, words);
  const isGone = contentsOf(evidence).some((digest) => !given.contents.has(digest));
  const { lines, more } = bounded(drawn.lines ?? [], words);
  return {
    kind: evidence.kind,
    name: evidence.name,
    heading: drawn.heading,
    warnings: isGone ? [words.say("evidence.gone"), ...drawn.warnings] : drawn.warnings,
    facts: drawn.facts ?? [],
    lines,
    more,
    files: filesOf(evidence, given),
  };
};

function draw(evidence: Evidence, given: Given, words: RenderMessages): Drawn {
  const bytesOf = (digest: ContentDigest | null) =>
    digest === null ? undefined : given.contents.get(digest);
  switch (evidence.kind) {
    case "file":
      return drawFile(evidence, bytesOf, words);
    case "payment":
      return drawPayment(evidence, given.earlier ?? [], words);
    default:
      return drawOne(evidence, bytesOf(evidence.digest) ?? new Uint8Array(), words);
  }
}

type OfOne = Exclude<Evidence, { kind: "file" | "payment" }>;

function drawOne(evidence: OfOne, bytes: Uint8Array, words: RenderMessages): Drawn {
  const { kind, name } = evidence;
  if (kind === "image") return drawImage(name, bytes, words);
  if (kind === "mail") return drawMail(name, bytes, words);
  const text = textOf(bytes);
  const heading = `${shownText(name)} · ${byteWords(bytes.length, words)}`;
  if (text === undefined) {
    return { heading, warnings: [words.say("evidence.no_text")] };
  }
  if (kind === "patch") return drawPatch(name, text, words);
  if (kind === "sql") return drawSql(evidence, text, words);
  if (kind === "plan") return drawPlan(evidence, text, words);
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
