import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { SURFACE_LANGUAGES } from "../../src/messages/message-language.ts";
import { type Mark, markMessages } from "./mark-messages.ts";
import { readMessage } from "./message-code.ts";
import { readFolder } from "./message-folder.ts";
import { languageFolder, type Speaker, speakerOf } from "./speak-languages.ts";

const SRC = fileURLToPath(new URL("../../src", import.meta.url));
/** What stands in files that are no scripts, as `%document.noscript%`. */
const TEXTS = join(SRC, "inbox/shell/messages");
const OF_PAGE: readonly string[] = ["index.html", "manifest.webmanifest"];
const MANIFEST = /\/manifest\.webmanifest/g;

/**
 * Makes the page in each language: bundled once, then the texts of each are put into the scripts. English
 * is `index.html` and `worker.js`, German `index.de.html` and `worker.de.js`. `EARSHOT_PAGE_LANGUAGES`
 * names others, such as `en,ar` with English in Arabic letters.
 */
export function pageLanguages(documents = OF_PAGE): Plugin {
  const marks = new Map<string, Mark>();
  const chosen = process.env["EARSHOT_PAGE_LANGUAGES"]?.split(",");
  const languages: readonly string[] = chosen ?? SURFACE_LANGUAGES;
  return {
    name: "page-languages",
    enforce: "pre",
    transform: {
      filter: { id: /\.tsx?$/ },
      handler: (code, file) => markMessages(code, file, { src: SRC, languages, marks }),
    },
    writeBundle({ dir = "" }, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === "chunk");
      const scripts = chunks.map(({ fileName }) => fileName);
      // The worker is made apart, and has neither document nor manifest.
      const made = scripts.some(isAsset) ? [...scripts, ...documents] : scripts;
      const files = new Map(made.map((file) => [file, speakerIn(join(dir, file), marks)]));
      for (const file of made) rmSync(join(dir, file));
      for (const language of languages) speakPage(dir, files, { language, marks });
    },
  };
}

function speakerIn(file: string, marks: ReadonlyMap<string, Mark>): Speaker {
  const text = readFileSync(file, "utf8");
  if (extname(file) === ".js") return speakerOf(text, marks);
  return (language) => filled(text, language);
}

function speakPage(
  dir: string,
  files: ReadonlyMap<string, Speaker>,
  { language, marks }: { readonly language: string; readonly marks: ReadonlyMap<string, Mark> },
): void {
  const folder = languageFolder(language, marks);
  const assets = [...files.keys()].filter(isAsset);
  const placed = (text: string) =>
    assets.reduce((code, file) => code.replaceAll(file, inFolder(file, folder)), text);
  for (const [file, speak] of files) {
    const target = join(dir, isAsset(file) ? inFolder(file, folder) : named(file, language));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, placed(speak(language)));
  }
}

function isAsset(file: string): boolean {
  return file.startsWith("assets/");
}

function inFolder(file: string, folder: string): string {
  return `${dirname(file)}/${folder}/${basename(file)}`;
}

/** `index.de.html`; English is `index.html`. */
function named(file: string, language: string): string {
  const end = extname(file);
  return language === "en" ? file : `${file.slice(0, -end.length)}.${language}${end}`;
}

/** A document with its texts; what they are made of can be neither markup nor the end of a string. */
function filled(text: string, language: string): string {
  const texts = readFolder(TEXTS, [language]).get(language) ?? {};
  const values: Readonly<Record<string, string>> = { lang: language, dir: directionOf(language) };
  return text
    .replace('lang="en" dir="ltr"', `lang="${language}" dir="${directionOf(language)}"`)
    .replace(/%([a-z.-]+)%/g, (place, name: string) => {
      const said = values[name] ?? constantOf(texts[name]);
      if (said === undefined || /["\\<>&]/.test(said)) throw new Error(`${place} cannot be said.`);
      return said;
    })
    .replace(MANIFEST, named("/manifest.webmanifest", language));
}

function directionOf(language: string): string {
  return language === "ar" ? "rtl" : "ltr";
}

function constantOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  return readMessage(text).variants[0]?.pieces.join("");
}
