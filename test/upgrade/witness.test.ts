import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { startServer } from "../../src/compose/compose.ts";
import { isEarshotError } from "../../src/domain/errors.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import { testFolder } from "../support/cli.ts";
import { ownKey } from "../support/own-key.ts";
import { goOn } from "./after-witness.ts";
import { layFiles, readWitness, type Witness } from "./witness.ts";

/* A data folder that an earlier version left behind, as it was: this version starts on it. */

const VERSIONS = ["0.1.0", "0.2.0"];

async function startOn(witness: Witness) {
  const data = join(testFolder(), "data");
  layFiles(data, witness.files);
  const server = await startServer({ dataFolder: data, port: 0 });
  onTestFinished(() => server.stop());
  return server;
}

/** Grants and authorizations of the witness run out; here it is the moment at which it was stopped. */
function atItsTime(witness: Witness): void {
  vi.useFakeTimers({ toFake: ["Date"], now: witness.at });
  onTestFinished(() => void vi.useRealTimers());
}

test.each(VERSIONS)("everybody goes on in a folder of %s, however old it is", async (version) => {
  const witness = readWitness(version);
  await goOn(await startOn(witness), witness);
});

test.each(VERSIONS)(
  "a grant that %s handed out is redeemed once, and what it asked is approved",
  async (version) => {
    const witness = readWitness(version);
    atItsTime(witness);
    const { url } = await startOn(witness);
    const scout = createClient({ url, key: witness.secrets.scout });
    const ana = createClient({ url, key: witness.secrets.ana });
    await scout.redeem(witness.grant);
    const again = await scout.redeem(witness.grant).catch((error: unknown) => error);
    expect(isEarshotError(again, "GRANT_REFUSED")).toBe(true);

    const { request } = await ana.show({ id: witness.authorization });
    const { digest } = asAuthorization(request).authorization;
    await ana.approve({ id: request.id, digest });
    const { args } = await scout.collect({ id: request.id });
    expect(args).toEqual({ amount: 21, token: "xyzzy" });
  },
);

test("nobody is locked out: the owner lets people in, everybody has their keys, and nobody has those of others", async () => {
  const witness = readWitness("0.1.0");
  const { url } = await startOn(witness);
  const owner = createClient({ url, key: witness.secrets.owner });
  const ana = createClient({ url, key: witness.secrets.ana });
  const passphrase = "five wet horses ran home";
  expect((await owner.whoami()).rights).toContain("people");
  const cleo = await ownKey(owner, { kind: "person", name: "cleo", passphrase });
  expect((await createClient({ url, key: cleo.secret }).whoami()).principal.name).toBe("cleo");
  const own = await ana.createKey({ kind: "person", name: "ana" });
  const { items } = await ana.listKeys();
  expect(items.map(({ principal }) => principal.name)).toEqual(items.map(() => "ana"));
  expect(items.map(({ key }) => key.id)).toContain(own.key.id);
  const theirs = owner.createKey({ kind: "person", name: "ana", passphrase });
  await expect(theirs).rejects.toMatchObject({ code: "PERSONS_YES_NEEDED" });
});
