import { expect, test } from "vitest";
import { checkReach } from "../../src/cli/doctor/check-database.ts";
import { connect } from "../../src/store/postgres/connection.ts";
import { newDatabase, queryServer } from "../support/postgres.ts";

test("doctor says who may connect and make functions, and how full the queue of notices is", async () => {
  const { url, drop } = await newDatabase();
  const name = new URL(url).pathname.slice(1);
  const owner = await connect({ url, purpose: "doctor", as: "owner" });
  await queryServer(url, "grant create on schema public to public");
  expect(await checkReach(owner)).toEqual([
    {
      check: "logins",
      state: "warning",
      detail: expect.stringContaining(`revoke connect on database ${name} from public;`),
    },
    {
      check: "schema",
      state: "failed",
      detail: expect.stringContaining("revoke create on schema public from public;"),
    },
    { check: "notice queue", state: "ok", detail: expect.stringMatching(/^\d+% full$/) },
  ]);
  await queryServer(url, "revoke create on schema public from public");
  await queryServer(url, `revoke connect on database ${name} from public`);
  expect((await checkReach(owner)).map(({ state }) => state)).toEqual(["ok", "ok", "ok"]);
  await owner.close();
  await drop();
});
