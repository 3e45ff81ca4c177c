import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DAY_MS, HOUR_MS } from "../../src/domain/time.ts";
import { toMs } from "../../src/domain/timestamp.ts";
import { useStage } from "./stage.ts";

/* The clock of the server is set while people look at the page. */

const stage = useStage();
const { now } = Date;
let offset = 0;

beforeEach(() => {
  offset = 0;
  vi.spyOn(Date, "now").mockImplementation(() => now() + offset);
});
afterEach(() => void vi.restoreAllMocks());

/** Sets the clock this far from the time by which the server goes, wherever other facts have taken that. */
async function setClock(aheadMs: number): Promise<void> {
  offset = toMs((await stage.operator.clock()).now) + aheadMs - now();
}

test("the page says that the clock jumped, and an owner accepts its time there", async () => {
  const { page } = await stage.open({ key: stage.server.operator });
  // A little more than the page tells: the server's own time goes on while it is read.
  await setClock(2 * DAY_MS + HOUR_MS / 2);
  await expect.poll(async () => (await stage.operator.clock()).state).toBe("jumped");
  await page.reload();
  const line = page.getByText("The server's clock jumped ahead by 2d");
  await line.waitFor();
  await page.getByRole("button", { name: "Accept that time" }).click();
  await line.waitFor({ state: "detached" });
  expect((await stage.operator.clock()).state).toBe("right");
});

test("the page says that the clock was set back", async () => {
  await setClock(-DAY_MS);
  await expect.poll(async () => (await stage.operator.clock()).state).toBe("behind");
  const { page } = await stage.open({ key: stage.server.operator });
  await page.getByText(/clock is .* behind its log/).waitFor();
  expect(await page.getByRole("button", { name: "Accept that time" }).count()).toBe(0);
});
