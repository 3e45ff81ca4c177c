import { expect, test } from "vitest";
import { DAY_MS } from "../../../src/domain/time.ts";
import type { SignerEntry } from "../../../src/domain/votes/signer-chain.ts";
import type { SignedStatement } from "../../../src/domain/votes/statement.ts";
import type { Write } from "../../../src/ports/store/store.ts";
import { WAITING_SIGNERS } from "../../../src/ports/store/write.ts";
import { statements } from "../../../src/system/votes/statements.ts";
import { anId } from "../../../src/testing/builders.ts";
import { deviceOf, TestChain } from "../../support/vectors/signing.ts";
import { OTHER, type StoreUnderTest } from "./store-under-test.ts";

function aStatement(subject: string) {
  const chain = new TestChain();
  const signed: SignedStatement = chain.enrol(deviceOf("prn_ann"), "root");
  return { digest: statements.digest(signed.statement), subject, signed };
}

export function signerFacts(under: StoreUnderTest): void {
  const change = (...writes: readonly Write[]) => ({ workspace: "default", writes, events: [] });
  const append = (entry: SignerEntry): Write => ({ type: "signers.append", entry });
  const insert = (statement: ReturnType<typeof aStatement>): Write => ({
    type: "statement.insert",
    statement,
  });

  test("the chain of signers is read back as it was, from any entry on", async () => {
    const ann = deviceOf("prn_ann", "file");
    const chain = new TestChain();
    chain.add("root", [chain.enrol(ann, "root", { name: 'Ánn "é" 🦜' })]);
    chain.wait(DAY_MS).introduce(deviceOf("prn_ben"), [ann]);
    await under.store.commit(chain.entries.map((entry) => change(append(entry))));
    const again = await under.reopen();
    expect(await again.signerEntries("default", 0)).toEqual(chain.entries);
    expect(await again.signerEntries("default", 1)).toEqual(chain.entries.slice(1));
    expect(await again.signerEntries(OTHER, 0)).toEqual([]);
  });

  test("of two entries of one number the first stands", async () => {
    const rooted = (person: string) => {
      const chain = new TestChain();
      chain.add("root", [chain.enrol(deviceOf(person), "root")]);
      return chain.entries[0] as SignerEntry;
    };
    const [first, second] = [rooted("prn_ann"), rooted("prn_ben")];
    expect(await under.outcomes([change(append(first)), change(append(second))])).toEqual([
      "committed",
      "conflict",
    ]);
    expect(await under.store.signerEntries("default", 0)).toEqual([first]);
  });

  test("a statement counts once, and is found by what it is about", async () => {
    const request = anId("req");
    const [one, other] = [aStatement(request), aStatement(anId("req"))];
    expect(
      await under.outcomes([change(insert(one)), change(insert(one)), change(insert(other))]),
    ).toEqual(["committed", "conflict", "committed"]);
    const again = await under.reopen();
    expect(await again.listStatements("default", request)).toEqual([one]);
    expect(await again.listStatements(OTHER, request)).toEqual([]);
  });

  test("of two commits that use a statement up only one does", async () => {
    const one = aStatement(WAITING_SIGNERS);
    const drop: Write = { type: "statement.drop", digest: one.digest };
    await under.store.commit([change(insert(one))]);
    expect(await under.outcomes([change(drop), change(drop)])).toEqual(["committed", "conflict"]);
    expect(await under.store.listStatements("default", WAITING_SIGNERS)).toEqual([]);
  });

  test("of a statement that is erased the digest stays", async () => {
    const request = anId("req");
    const [gone, kept] = [aStatement(request), aStatement(anId("req"))];
    await under.store.commit([change(insert(gone), insert(kept))]);
    const erase: Write = { type: "statement.erase", subject: request };
    expect(await under.outcomes([change(erase), change(erase)])).toEqual([
      "committed",
      "committed",
    ]);
    const { digest, subject } = gone;
    expect(await under.store.listStatements("default", request)).toEqual([{ digest, subject }]);
    expect(await under.store.listStatements("default", kept.subject)).toEqual([kept]);
  });
}
