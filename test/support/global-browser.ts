import type { TestProject } from "vitest/node";
import { type ChromiumProgram, unpackChromium } from "../../scripts/chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly chromium: ChromiumProgram;
  }
}

/** Unpacks the browser once. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide("chromium", await unpackChromium());
}
