import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type IPty, spawn } from "@lydell/node-pty";
import type { Browser, Page } from "playwright-core";
import { screenOf } from "../test/support/screen.ts";
import { launchChromium, unpackChromium } from "./chromium.ts";

/*
 * npm run docs:pictures
 * Makes docs/pictures/earshot.svg, what the README shows: an agent at a real terminal and a person at the
 * real page, side by side. Each picture of it is taken while a server runs; nothing in it is drawn by hand.
 */
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TARGET = join(ROOT, "docs", "pictures", "earshot.svg");
const MAX_BYTES = 1_000_000;
const PATIENCE_MS = 30_000;
const COLUMNS = 68;
const SIZE = { terminal: 640, page: 760, height: 620 };
/** The page is read as on a screen of this width, and shown smaller. */
const SCREEN = { width: 1_120, height: Math.round((1_120 * SIZE.height) / SIZE.page) };
const SECONDS_A_FRAME = 2.6;

const folder = mkdtempSync(join(tmpdir(), "earshot-pictures-"));
const own = { ...process.env, EARSHOT_DATA: folder, NO_COLOR: "1" } as Record<string, string>;

interface Terminal {
  readonly lines: () => readonly string[];
  readonly until: (text: RegExp) => Promise<RegExpMatchArray>;
  readonly child: IPty;
}

function run(args: readonly string[]): Terminal {
  const child = spawn(process.execPath, [join(ROOT, "bin", "earshot.js"), ...args], {
    cols: COLUMNS,
    rows: 40,
    cwd: folder,
    env: own,
  });
  let output = "";
  child.onData((text) => {
    output += text;
  });
  return {
    child,
    lines: () => screenOf(output, COLUMNS),
    async until(text) {
      const deadline = Date.now() + PATIENCE_MS;
      for (;;) {
        const found = screenOf(output, 1_000).join("\n").match(text);
        if (found !== null) return found;
        if (Date.now() > deadline) throw new Error(`${text} never came:\n${output}`);
        await pause(50);
      }
    },
  };
}

const data = ["--data", join(folder, "data")];
const server = run(["start", ...data, "--port", "0", "--no-console", "--no-agents"]);
let browser: Browser | undefined;
try {
  const [, link = ""] = await server.until(/(http:\/\/\S+\/sign-in#\S+)/);
  browser = await launchChromium(await unpackChromium());
  const page = await browser.newPage({
    viewport: SCREEN,
  });
  await page.goto(link);
  await page.getByRole("button").first().waitFor();
  writeFileSync(TARGET, animated(await frames(page)));
} finally {
  await browser?.close();
  server.child.kill();
  rmSync(folder, { recursive: true, force: true });
}
const { size } = statSync(TARGET);
if (size > MAX_BYTES) throw new Error(`${TARGET} has ${size} bytes, more than ${MAX_BYTES}.`);
console.log(`Wrote ${TARGET}, ${Math.round(size / 1_000)} kB.`);

async function frames(page: Page): Promise<readonly string[]> {
  const taken: string[] = [];
  const said: string[] = [];
  const take = async (lines: readonly string[]) => {
    // The page is measured and counted once it has come to rest.
    await pause(1_500);
    taken.push(await composed(await page.screenshot({ type: "png" }), [...said, ...lines]));
  };

  const asked = [
    '$ npx earshot ask "Which database should I use?" \\',
    "    --option staging --option production",
  ];
  await take([`${asked[0]}`, `${asked[1]}▌`]);
  const question = ["--option", "staging", "--option", "production"];
  const ask = run(["ask", "Which database should I use?", ...question, ...data]);
  await ask.until(/waiting for the answer/);
  await page.getByText("Which database should I use?").first().click();
  await take([...asked, ...ask.lines()]);
  await page.getByRole("button", { name: /staging/ }).click();
  await ask.until(/^staging$/m);
  await take([...asked, ...ask.lines(), "$ ▌"]);
  said.push(...asked, ...ask.lines(), "");

  const sought = [
    "$ npx earshot authorize --tool delete_user_data \\",
    `    --args '{"user_id":"user123"}' --reason "The user asked for it."`,
  ];
  const action = ["--tool", "delete_user_data", "--args", '{"user_id":"user123"}'];
  const authorize = run(["authorize", ...action, "--reason", "The user asked for it.", ...data]);
  const [id = ""] = await authorize.until(/req_\w+/);
  await page.goto(new URL(`/${id}`, page.url()).href);
  const digits = page.getByRole("textbox", { name: "First digits of the digest" });
  await digits.waitFor();
  await take([...sought, ...authorize.lines()]);
  await digits.fill(digestOf(id).slice(0, 6));
  await take([...sought, ...authorize.lines()]);
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await authorize.until(/user123/);
  await take([...sought, ...authorize.lines(), "$ ▌"]);
  return taken;
}

function digestOf(id: string): string {
  const program = join(ROOT, "bin", "earshot.js");
  const shown = execFileSync(process.execPath, [program, "show", id, "--json", ...data], {
    cwd: folder,
    env: own,
    encoding: "utf8",
  });
  return /"digest": ?"([^"]+)"/.exec(shown)?.[1] ?? "";
}

/** One picture of both, as a JPEG. */
async function composed(shot: Buffer, lines: readonly string[]): Promise<string> {
  const stage = await (browser as Browser).newPage({
    viewport: { width: SIZE.terminal + SIZE.page, height: SIZE.height },
    deviceScaleFactor: 1.2,
  });
  const text = lines.join("\n").replace(/&/g, "&amp;").replace(/</g, "&lt;");
  await stage.setContent(`<body style="margin:0;display:flex;height:100vh;background:#1b1f24">
    <pre style="margin:0;width:${SIZE.terminal - 40}px;padding:24px 20px;color:#d8dee4;font:14px/1.5 'DejaVu Sans Mono',monospace">${text}</pre>
    <img width="${SIZE.page}" src="data:image/png;base64,${shot.toString("base64")}"></body>`);
  const picture = await stage.screenshot({ type: "jpeg", quality: 72 });
  await stage.close();
  return picture.toString("base64");
}

/**
 * Pictures that alternate by SVG's own animation, which also runs if a page only embeds it as an
 * image.
 */
function animated(pictures: readonly string[]): string {
  const { length } = pictures;
  const [width, total] = [SIZE.terminal + SIZE.page, length * SECONDS_A_FRAME];
  const images = pictures.map((picture, index) => {
    const times = pictures.map((_, at) => (at / length).toFixed(4)).join(";");
    const values = pictures.map((_, at) => (at === index ? "inline" : "none")).join(";");
    // The first is the one that is shown if nothing moves.
    const first = index === 0 ? "inline" : "none";
    return `<image width="${width}" height="${SIZE.height}" display="${first}" href="data:image/jpeg;base64,${picture}"><animate attributeName="display" dur="${total}s" repeatCount="indefinite" calcMode="discrete" keyTimes="${times}" values="${values}"/></image>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${SIZE.height}" role="img" aria-label="An agent asks in a terminal; a person answers on the page, and the answer comes back.">\n${images.join("\n")}\n</svg>\n`;
}
