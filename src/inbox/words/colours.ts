import { common, createLowlight } from "lowlight";

export interface Token {
  readonly text: string;
  /** The classes of the highlighter. */
  readonly name: string;
}

const lowlight = createLowlight(common);

type Node = ReturnType<typeof lowlight.highlight>["children"][number];

/** The code in coloured pieces, to the letter; undefined for a language that is not known. */
export function tokensOf(text: string, language: string): readonly Token[] | undefined {
  const name = language.toLowerCase();
  if (!lowlight.registered(name)) return undefined;
  return lowlight.highlight(name, text).children.flatMap((node) => tokensIn(node, ""));
}

function tokensIn(node: Node, name: string): readonly Token[] {
  if (node.type === "text") return [{ text: node.value, name }];
  if (node.type !== "element") return [];
  const { className } = node.properties;
  const own = Array.isArray(className) ? className.join(" ") : name;
  return node.children.flatMap((child) => tokensIn(child, own));
}
