import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { asAgent } from "../../../../src/core/as-agent.ts";
import type { Context } from "../../../../src/core/call/context.ts";
import { callerWithAllRights, found } from "../../../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../../../src/core/create-earshot.ts";
import type { Earshot } from "../../../../src/ports/earshot/earshot.ts";
import { systemClock } from "../../../../src/system/clock.ts";
import { testFolder } from "../../../support/cli.ts";
import { openContext } from "../../../support/context.ts";

/** Earshot in the process of the test, on a store in memory and the machine's clock. */
export interface House {
  readonly ctx: Context;
  readonly owner: Earshot;
  as(agent: string): Promise<Earshot>;
}

export async function openHouse(): Promise<House> {
  const { ctx, close } = await openContext(systemClock);
  onTestFinished(close);
  const { owner } = await found(ctx, { owner: "operator", agent: "first" });
  return {
    ctx,
    owner: createEarshot(ctx, callerWithAllRights(owner.principal)),
    as: (agent) => asAgent(ctx, agent),
  };
}

/** A folder with these files in it. */
export function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = testFolder();
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
}
