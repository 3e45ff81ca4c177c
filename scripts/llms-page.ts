import { readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

/*
 * What a model reads first of the documentation, by https://llmstxt.org: the pages that docs/README.md names, each
 * with how it begins.
 */

const DOCS = fileURLToPath(new URL("../docs/", import.meta.url));
const LINK = /\[[^\]]*\]\(([^)#\s]+\.md)(?:#[^)]*)?\)/g;
const ABOUT =
  "Keeps a person within earshot of every AI agent: an agent asks, tells or seeks authorization, a person answers, and the answer is kept until the agent has it.";

/** Pages by where they stand, in the order of the index, each once. */
export function indexedPages(): readonly string[] {
  const index = readFileSync(join(DOCS, "README.md"), "utf8");
  return [...new Set([...index.matchAll(LINK)].map(([, target = ""]) => normalize(target)))];
}

export function llmsPage(): string {
  const pages = indexedPages();
  const isReference = (page: string) => page.startsWith("reference/") || page === "glossary.md";
  const isOptional = (page: string) => page.startsWith("..");
  const guides = pages.filter((page) => !isReference(page) && !isOptional(page));
  return `# Earshot

> ${ABOUT}

A server tells the same of itself at \`/llms.txt\`, and all that it can do at \`/openapi.json\`.

## Guides

${guides.map(line).join("\n")}

## Reference

${pages.filter(isReference).map(line).join("\n")}

## Optional

${pages.filter(isOptional).map(line).join("\n")}
`;
}

function line(page: string): string {
  const text = readFileSync(join(DOCS, page), "utf8");
  const said = beginningOf(text);
  return `- [${titleOf(page)}](${page})${said === "" ? "" : `: ${said}`}`;
}

export function titleOf(page: string): string {
  return /^# (.+)$/m.exec(readFileSync(join(DOCS, page), "utf8"))?.[1] ?? page;
}

/** The first sentence below the title that does not only say for whom the page is, without its links. */
function beginningOf(text: string): string {
  const paragraph = text
    .slice(text.search(/^# /m))
    .split("\n\n")
    .slice(1)
    .find((one) => /^[A-Z`[]/.test(one.trim()));
  const plain = (paragraph ?? "").replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("\n", " ");
  const sentences = plain.match(/[^ ].*?[.:](?= |$)/g) ?? [];
  return sentences.find((one) => !one.startsWith("For "))?.replace(/:$/, ".") ?? "";
}
