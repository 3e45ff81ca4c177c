import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { indexedPages, titleOf } from "./llms-page.ts";

/*
 * Makes of docs and the pages beside it what the generator in site/ reads. In the repository they stay plain Markdown
 * with links as they work there; here a link to a page leads to that page, and one to a file of the sources is text.
 *
 * node scripts/site-pages.ts
 */
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PAGES = join(ROOT, "site", "pages");
const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;
const FENCE = /^`{4}[\s\S]*?^`{4}$|^`{3}[\s\S]*?^`{3}$/gm;
/** Pages that stand beside docs. */
const BESIDE = [
  "ARCHITECTURE",
  "CHANGELOG",
  "CONTRIBUTING",
  "PERFORMANCE",
  "RELIABILITY",
  "SECURITY",
];

export function writeSitePages(): void {
  rmSync(PAGES, { recursive: true, force: true });
  const sources = [...globSync("docs/**/*.md", { cwd: ROOT }), ...BESIDE.map((one) => `${one}.md`)];
  const places = new Map(sources.toSorted().map((source) => [source, placeOf(source)]));
  for (const [source, place] of places) {
    const text = readFileSync(join(ROOT, source), "utf8");
    write(place, pageOf(text, source, places));
    // What llms.txt names is there as Markdown, too.
    if (place !== "index.md") write(join("public", place), text);
  }
  write("decisions/index.md", decisionsPage());
  cpSync(join(ROOT, "docs", "images"), join(PAGES, "images"), { recursive: true });
  cpSync(join(ROOT, "docs", "pictures"), join(PAGES, "pictures"), { recursive: true });
  const index = readFileSync(join(ROOT, "docs", "llms.txt"), "utf8");
  write("public/llms.txt", index.replaceAll("](../", "]("));
  const whole = indexedPages().map((page) => readFileSync(join(ROOT, "docs", page), "utf8").trim());
  write("public/llms-full.txt", `${whole.join("\n\n---\n\n")}\n`);
  write("sidebar.json", JSON.stringify(sidebar()));
}

function write(place: string, text: string): void {
  const file = join(PAGES, place);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const placeOf = (source: string) =>
  source === "docs/README.md" ? "index.md" : source.replace(/^docs\//, "");

function pageOf(text: string, source: string, places: ReadonlyMap<string, string>): string {
  const fences = text.match(FENCE) ?? [];
  const linked = text.split(FENCE).map((part) =>
    part
      .replaceAll(/^<!--.*-->$/gm, "")
      .replaceAll(LINK, (whole: string, image: string, ...[words = "", target = ""]: string[]) => {
        const isOwn = image === "" && !/^(?:https?:|mailto:|#)/.test(target);
        return isOwn ? relinked(source, { words, target }, places) : whole;
      }),
  );
  return linked.map((part, index) => part + (fences[index] ?? "")).join("");
}

interface Link {
  readonly words: string;
  readonly target: string;
}

function relinked(
  source: string,
  { words, target }: Link,
  places: ReadonlyMap<string, string>,
): string {
  const [file = "", anchor = ""] = target.split(/(?=#)/);
  const at = normalize(join(dirname(source), file)).replace(/\/$/, "");
  const place = at === "docs/decisions" ? "decisions/index.md" : places.get(at);
  if (place === undefined) {
    if (existsSync(join(ROOT, at))) return words;
    throw new Error(`${source} links to ${target}, which is not there.`);
  }
  const way = relative(dirname(placeOf(source)), place);
  return `[${words}](${way.startsWith(".") ? way : `./${way}`}${anchor})`;
}

function decisionsPage(): string {
  const files = globSync("docs/decisions/*.md", { cwd: ROOT }).toSorted();
  const lines = files.map((file) => {
    const name = relative("docs/decisions", file);
    return `- [${titleOf(join("decisions", name))}](./${name})`;
  });
  return `# Decisions\n\n${lines.join("\n")}\n`;
}

/** As docs/README.md has its pages: a group for each point of it. */
function sidebar(): readonly object[] {
  const index = readFileSync(join(ROOT, "docs", "README.md"), "utf8");
  return index
    .split(/^- /m)
    .slice(1)
    .map((point) => {
      const items = [...point.matchAll(LINK)]
        .map(([, , , target = ""]) => normalize(target))
        .filter((target) => target.endsWith(".md"))
        .map((target) => ({
          text: titleOf(target),
          link: `/${target.replace(/^(?:\.\.\/)+/, "")}`,
        }));
      const [first] = items;
      return { text: first?.text, collapsed: true, items };
    });
}

if (import.meta.main) writeSitePages();
