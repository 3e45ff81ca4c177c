import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAuthenticate } from "../../src/core/callers/authenticate.ts";
import { found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import type { CreatedKey, Earshot } from "../../src/ports/earshot/earshot.ts";
import { systemClock } from "../../src/system/clock.ts";
import { openContext } from "../support/context.ts";
import { refusalOf } from "../support/house.ts";
import { ownKey } from "../support/own-key.ts";
import { describeSecondOwner, type Opened } from "../support/second-owner.ts";

/*
 * If the policy says `owners: 2`, a change that gives power is made only after another owner has
 * approved exactly that change.
 */

async function onSqlite(): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), "owners-"));
  const path = join(folder, "record.db");
  let open = await openContext(systemClock, path);
  return {
    ctx: open.ctx,
    async again() {
      await open.close();
      open = await openContext(systemClock, path);
      return open.ctx;
    },
    async close() {
      await open.close();
      rmSync(folder, { recursive: true });
    },
  };
}

describeSecondOwner(onSqlite);

describe("owners", () => {
  let record: Opened;
  let owner: Earshot;
  const two = { version: 1, owners: 2, rules: [] };
  beforeEach(async () => {
    record = await onSqlite();
    const { owner: key } = await found(record.ctx, { owner: "operator", agent: "scout" });
    owner = await open(key);
  });
  afterEach(() => record.close());
  const open = async ({ secret }: CreatedKey): Promise<Earshot> => {
    const caller = await createAuthenticate(record.ctx)(secret);
    if (caller === undefined) throw new Error("The key is not let in.");
    return createEarshot(record.ctx, caller);
  };

  test("of one alone no policy demands two", async () => {
    expect(await refusalOf(owner.applyPolicy({ source: two }))).toBe("one_owner");
    await owner.addOperator({ name: "carl", role: "owner" });
    expect(await refusalOf(owner.applyPolicy({ source: two }))).toBe("one_owner");
    await ownKey(owner, { kind: "person", name: "carl" });
    await owner.applyPolicy({ source: two });
  });

  test("of two neither is removed, and one who is left alone gets no further", async () => {
    const carl = await ownKey(owner, { kind: "person", name: "carl", role: "owner" });
    await owner.applyPolicy({ source: two });
    const removal = owner.removeOperator({ id: carl.principal.id });
    expect(await refusalOf(removal)).toBe("second_to_last_owner");
    await owner.revokeKey({ id: carl.key.id });
    const alone = owner.applyPolicy({ source: { version: 1, rules: [] } });
    expect(await refusalOf(alone)).toBe("no_second_owner");
    expect(await refusalOf(ownKey(owner, { kind: "person", name: "carl" }))).toBe(
      "no_second_owner",
    );
  });
});
