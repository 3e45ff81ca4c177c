import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

/* How a view is brought up, and what axe and the edge of the window say about it. */

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export interface View {
  readonly name: string;
  readonly path: string;
  /** What tells that it is there. */
  ready(page: Page): Promise<void>;
}

/** Shows it, and waits until nothing more comes. */
export async function show(page: Page, origin: string, { path, ready }: View): Promise<void> {
  await page.goto(origin + path);
  await ready(page);
  await page.waitForFunction(async () => {
    const isBusy = document.querySelector("[aria-busy=true]") !== null;
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})));
    return !isBusy;
  });
}

export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const found = (await page.evaluate("axe.run()")) as {
    violations: readonly {
      id: string;
      nodes: readonly { html: string; failureSummary: string }[];
    }[];
  };
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  );
}

export async function overflow(page: Page): Promise<number> {
  return await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}
