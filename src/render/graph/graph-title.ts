import type { Json } from "../../domain/json.ts";
import type { GraphNode } from "../../domain/liaison/graph.ts";
import { oneLine } from "../visible-text.ts";

const WIDTH = 60;

/** The properties that say most about a node. */
const TITLED: readonly string[] = [
  "title",
  "name",
  "topic",
  "description",
  "acceptance_status",
  "sentiment",
  "role",
];
const COUNTED: readonly string[] = ["version", "round"];

/** A node in few words on one line: its kind, and what its properties say. */
export function graphTitle({ kind, id, props }: GraphNode): string {
  const words = [
    ...TITLED.map((name) => wordsOf(props[name])).filter((text) => text !== ""),
    ...COUNTED.flatMap((name) => (typeof props[name] === "number" ? `${name} ${props[name]}` : [])),
  ];
  return oneLine(`${kind}: ${words.length === 0 ? id : words.join(", ")}`, WIDTH);
}

function wordsOf(value: Json | undefined): string {
  return typeof value === "string" ? value.replaceAll("_", " ").trim() : "";
}
