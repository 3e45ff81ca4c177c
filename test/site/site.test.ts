import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { volumeOf } from "../../scripts/proofs/proofs.ts";
import { writeSitePages } from "../../scripts/site-pages.ts";
import { theBrowser, watched } from "../support/browser.ts";
import { ROOT } from "../support/cli.ts";

/* The pages of docs as a site, built by its generator from its lock file: `npm run prove -- site`. */

const SITE = join(ROOT, "site");
const BUILT = join(SITE, ".vitepress", "dist");
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".txt": "text/plain; charset=utf-8",
};

function failed(...[program = "", ...args]: readonly string[]): string | undefined {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: SITE,
    encoding: "utf8",
  });
  return status === 0 ? undefined : `${args.join(" ")}: ${error?.message ?? stdout + stderr}`;
}

const isProven = volumeOf("site") > 0;
const missing = isProven
  ? failed("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
  : "left to npm run prove";

/** The file that an address names; undefined if there is none. */
function fileAt(path: string): string | undefined {
  const file = join(BUILT, path);
  const places = [file, `${file}.html`, join(file, "index.html")];
  return places.find((place) => existsSync(place) && statSync(place).isFile());
}

const idsIn = new Map<string, ReadonlySet<string>>();
function hasId(file: string, id: string): boolean {
  const known =
    idsIn.get(file) ??
    new Set([...readFileSync(file, "utf8").matchAll(/\sid="([^"]+)"/g)].map(([, one = ""]) => one));
  idsIn.set(file, known);
  return known.has(id);
}

function isDead(page: string, href: string): boolean {
  if (/^(?:https?|mailto):/.test(href)) return false;
  const { pathname, hash } = new URL(href, `http://site/${page}`);
  const file = fileAt(decodeURIComponent(pathname));
  if (file === undefined) return true;
  const id = decodeURIComponent(hash.slice(1));
  return id !== "" && file.endsWith(".html") && !hasId(file, id);
}

async function serveBuilt(): Promise<string> {
  const server = createServer(({ url = "/" }, response) => {
    const file = fileAt(decodeURIComponent(new URL(url, "http://site").pathname));
    if (file === undefined) return response.writeHead(404).end();
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    return response.writeHead(200, { "content-type": type }).end(readFileSync(file));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.runIf(isProven && missing !== undefined)("the site is built", (context) =>
  context.skip(missing),
);

describe.runIf(missing === undefined)("the site of docs", { timeout: 600_000 }, () => {
  beforeAll(() => {
    writeSitePages();
    const why = failed(process.execPath, "node_modules/vitepress/bin/vitepress.js", "build");
    if (why !== undefined) throw new Error(why);
  }, 600_000);

  test("has a page for each of docs, and what models read", () => {
    const pages = globSync("**/*.md", { cwd: join(ROOT, "docs") });
    expect(
      pages.filter((page) => fileAt(page.replace(/(?:README)?\.md$/, "")) === undefined),
    ).toEqual([]);
    expect(readFileSync(join(BUILT, "llms.txt"), "utf8")).toMatch(/^# Earshot\n/);
    expect(readFileSync(join(BUILT, "llms-full.txt"), "utf8")).toContain("# Get started");
  });

  test("has no dead link, neither to a page nor to a place in one", () => {
    const links = globSync("**/*.html", { cwd: BUILT }).flatMap((page) =>
      [...readFileSync(join(BUILT, page), "utf8").matchAll(/<a[^>]*\shref="([^"]+)"/g)].map(
        ([, href = ""]) => ({ page, href: href.replaceAll("&amp;", "&") }),
      ),
    );
    expect(links.length).toBeGreaterThan(1_000);
    expect(links.filter(({ page, href }) => isDead(page, href))).toEqual([]);
  });

  test("models find every page that llms.txt names", () => {
    const named = readFileSync(join(BUILT, "llms.txt"), "utf8").matchAll(/\]\(([^)]+)\)/g);
    expect([...named].filter(([, page = ""]) => fileAt(page) === undefined)).toEqual([]);
  });

  test("its search finds a page, and asks nobody elsewhere", async () => {
    const origin = await serveBuilt();
    const context = await (await theBrowser()).newContext();
    onTestFinished(() => context.close());
    const page = await watched(context, origin);
    await page.goto(`${origin}/`);
    await page.locator("#local-search button").click();
    await page.locator("#localsearch-input").fill("quiet hours");
    const found = page.locator("#localsearch-list a").first();
    await found.waitFor();
    await found.click();
    await page.waitForURL((url) => url.pathname !== "/");
    await expect.poll(() => page.locator("main").textContent()).toMatch(/quiet hours/i);
  });
});
