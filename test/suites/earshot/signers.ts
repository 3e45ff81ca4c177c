import { beforeEach, describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../../../src/domain/time.ts";
import { toTimestamp } from "../../../src/domain/timestamp.ts";
import { followSigners } from "../../../src/domain/votes/signer-chain.ts";
import { statements } from "../../../src/system/votes/statements.ts";
import { faultOf, type Pen, penOf } from "../../support/pen.ts";
import { signedWith } from "../../support/vectors/signing.ts";
import { codeOf, collect, type Part, type WorldUnderTest } from "./world.ts";

export function signerFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const pen = async (part: Part) => await penOf(as(part));
  const state = () => as("viewer").listSigners();
  const later = (ms: number) => under.world.clock.advance(ms);
  const chain = async () => (await as("scout").signerChain()).items;
  /** As somebody who has pinned its first entry follows it. */
  const followed = async () => {
    const [now, { root }] = [toTimestamp(under.world.clock.now()), await state()];
    return followSigners(await chain(), { now, root }, statements);
  };

  async function rooted(): Promise<Pen> {
    const ann = await pen("owner");
    await ann.enrol("root");
    return ann;
  }

  async function introduced(part: Part, by: readonly Pen[]): Promise<Pen> {
    const one = await pen(part);
    const enrolled = await one.enrolment("introduction");
    await one.send(enrolled);
    if (by.length === 1) await later(DAY_MS);
    for (const each of by) await each.admit(enrolled);
    return one;
  }

  /** Two owners, and a third person. */
  async function team(): Promise<{ ann: Pen; ben: Pen; cid: Pen }> {
    const ann = await rooted();
    const ben = await introduced("approver", [ann]);
    await ann.owner(ben, true);
    return { ann, ben, cid: await introduced("viewer", [ann, ben]) };
  }

  const ownersOf = async () =>
    (await state()).people.filter(({ owner }) => owner).map(({ id }) => id);
  const inForce = async ({ id }: Pen) =>
    (await state()).people
      .find((one) => one.id === id)
      ?.signers.filter(({ until }) => until === undefined)
      .map((one) => one.id);

  describe("who signs", () => {
    test("nobody, before an owner begins the chain, which everybody can follow then", async () => {
      expect(await state()).toEqual({ people: [], waiting: [] });
      const ann = await rooted();
      const { root, head, people } = await state();
      expect(head).toBe(root);
      expect(people).toMatchObject([
        { id: ann.id, name: "owner", owner: true, signers: [{ id: ann.signer.id, kept: "file" }] },
      ]);
      expect((await followed()).set?.head).toBe(root);
      expect(await as("stranger").signerChain()).toEqual({ items: [] });
    });

    test("nobody begins it who is no owner", async () => {
      expect(await faultOf((await pen("approver")).enrol("root"))).toBe("wrong_people");
      expect(await chain()).toEqual([]);
    });

    test("a second signer of a person comes in by their first", async () => {
      const ann = await rooted();
      const phone = await penOf(as("owner"), { kept: "browser" });
      const enrolled = await phone.enrolment("own");
      expect(await phone.send(enrolled)).toMatchObject({ state: "waits" });
      expect(await ann.admit(enrolled)).toMatchObject({ state: "done" });
      expect(await inForce(ann)).toEqual([ann.signer.id, phone.signer.id]);
      expect((await state()).waiting).toEqual([]);
    });

    test("the only owner lets somebody in a day after they enrolled", async () => {
      const ann = await rooted();
      const ben = await pen("approver");
      const enrolled = await ben.enrolment("introduction");
      await ben.send(enrolled);
      await later(23 * HOUR_MS);
      expect(await faultOf(ann.admit(enrolled))).toBe("too_soon");
      await later(HOUR_MS);
      expect(await ann.admit(enrolled)).toMatchObject({ state: "done" });
      expect(await inForce(ben)).toEqual([ben.signer.id]);
    });

    test("two owners let somebody in together, and make owners together", async () => {
      const { ann, ben, cid } = await team();
      expect(await ann.owner(cid, true)).toMatchObject({ state: "waits" });
      expect(await ownersOf()).toEqual([ann.id, ben.id]);
      expect(await ben.owner(cid, true)).toMatchObject({ state: "done" });
      expect(await ownersOf()).toEqual([ann.id, ben.id, cid.id]);
      expect((await followed()).fault).toBeUndefined();
    });

    test("a person ends their own signer, an owner's end by two owners", async () => {
      const { ann, ben, cid } = await team();
      expect(await cid.end(cid)).toMatchObject({ state: "done" });
      expect(await inForce(cid)).toEqual([]);
      expect(await ann.end(ben)).toMatchObject({ state: "waits" });
      expect(await inForce(ben)).toEqual([ben.signer.id]);
    });

    test("recovery by two others ends what was lost, and shows in the chain", async () => {
      const { ann, ben, cid } = await team();
      const fresh = await pen("approver");
      const enrolled = await fresh.enrolment("recovery");
      await fresh.send(enrolled);
      expect(await cid.admit(enrolled)).toMatchObject({ state: "waits" });
      expect(await ann.admit(enrolled)).toMatchObject({ state: "done" });
      expect(await inForce(ben)).toEqual([fresh.signer.id]);
      expect((await chain()).at(-1)?.change).toBe("recovery");
      expect(await faultOf(ben.end(ben))).toBe("not_in_force");
    });

    test("an only owner who has lost all waits a day, and whoever has pinned the chain does not follow", async () => {
      const ann = await rooted();
      const fresh = await pen("owner");
      const enrolled = await fresh.enrolment("recovery");
      const { digest } = await fresh.send(enrolled);
      const recover = () => as("owner").changeSigners({ lost: digest });
      expect(await faultOf(recover())).toBe("too_soon");
      await later(DAY_MS);
      expect(await recover()).toMatchObject({ state: "done" });
      expect(await inForce(ann)).toEqual([fresh.signer.id]);
      expect((await followed()).fault).toEqual({ seq: 2, code: "lost_signers" });
    });

    test("nobody recovers so whom others can let in", async () => {
      await team();
      const fresh = await pen("approver");
      const { digest } = await fresh.enrol("recovery");
      await later(DAY_MS);
      const lost = as("approver").changeSigners({ lost: digest });
      expect(await faultOf(lost)).toBe("wrong_people");
    });

    test("each change stands in the log, is told to owners, and the record agrees", async () => {
      const { ann, cid } = await team();
      await cid.end(cid);
      const logged = (await collect(as("owner").events({ after: 0 }))).filter(({ type }) =>
        type.startsWith("signer."),
      );
      expect(logged.map(({ type }) => type)).toEqual([
        "signer.added",
        "signer.stated",
        "signer.added",
        "signer.owner_changed",
        "signer.stated",
        "signer.stated",
        "signer.added",
        "signer.ended",
      ]);
      const hashes = (await chain()).map((entry) => statements.entryHash(entry));
      const told = logged.filter(({ type }) => type !== "signer.stated");
      expect(told.map(({ data }) => data?.digest)).toEqual(hashes);
      expect(told[0]).toMatchObject({ subject: ann.signer.id, actor: ann.id });
      const { items } = await as("owner").inbox();
      expect(JSON.stringify(items)).toContain(cid.signer.id);
      expect(await as("owner").verifyAudit({})).toMatchObject({ intact: true });
    });

    test("a call that is repeated with its key has done it once", async () => {
      const ann = await pen("owner");
      const signed = await ann.enrolment("root");
      const options = { idempotencyKey: "root-1" };
      const first = await as("owner").changeSigners({ signed }, options);
      expect(await as("owner").changeSigners({ signed }, options)).toEqual(first);
      expect(await chain()).toHaveLength(1);
    });
  });

  describe("what nobody gets in", () => {
    let ann: Pen;
    beforeEach(async () => {
      ann = await rooted();
    });

    test("a statement that was used, or whose nonce is too old", async () => {
      const phone = await pen("owner");
      const enrolled = await phone.enrolment("own");
      await phone.send(enrolled);
      expect(await faultOf(phone.send(enrolled))).toBe("nonce");
      const admitted = await ann.admission(enrolled);
      await ann.send(admitted);
      expect(await faultOf(ann.send(admitted))).toBe("nonce");
      const late = await (await pen("owner")).enrolment("own");
      await later(10 * 60_000);
      expect(await faultOf(phone.send(late))).toBe("nonce");
    });

    test("a statement with the nonce of another voter, or for something else", async () => {
      const ben = await pen("approver");
      const { nonce } = await as("owner").beginStatement({
        purpose: "earshot.enrol",
        subject: ben.id,
      });
      expect(await faultOf(ben.send(await ben.enrolment("introduction", { nonce })))).toBe("nonce");
      const own = await as("approver").beginStatement({
        purpose: "earshot.admit",
        subject: ben.id,
      });
      const other = await ben.enrolment("introduction", { nonce: own.nonce });
      expect(await faultOf(ben.send(other))).toBe("nonce");
    });

    test("a statement in somebody else's name", async () => {
      const enrolled = await (await pen("owner")).enrolment("own");
      const brought = as("approver").changeSigners({ signed: enrolled });
      expect(await faultOf(brought)).toBe("other_voter");
    });

    test("a statement of another workspace or deployment", async () => {
      const ben = await pen("approver");
      for (const said of [{ workspace: "elsewhere" }, { deployment: `dep_${"0".repeat(32)}` }]) {
        const moved = await ben.enrolment("introduction", said);
        expect(await faultOf(ben.send(moved))).toBe("elsewhere");
      }
      const outsider = await pen("outsider");
      expect(await outsider.enrol("root")).toMatchObject({ state: "done" });
      const { voter: _, ...rest } = (await ann.enrolment("own")).statement;
      const copied = signedWith(outsider.signer, rest as never);
      expect(await faultOf(outsider.send(copied))).toBe("nonce");
    });

    test("a statement whose head is no entry of the chain", async () => {
      const ben = await pen("approver");
      const stale = await ben.enrolment("introduction", { head: "a".repeat(64) });
      expect(await faultOf(ben.send(stale))).toBe("elsewhere");
    });

    test("anything by a signer that has ended", async () => {
      const phone = await pen("owner");
      const enrolled = await phone.enrolment("own");
      await phone.send(enrolled);
      await ann.admit(enrolled);
      await phone.end(ann);
      const other = await pen("owner");
      const next = await other.enrolment("own");
      await other.send(next);
      expect(await faultOf(ann.admit(next))).toBe("not_in_force");
    });

    test("an enrolment that its own key has not signed", async () => {
      const ben = await pen("approver");
      const { signer } = await pen("approver");
      const { proof } = await ben.enrolment("introduction");
      const good = await ben.enrolment("introduction");
      expect(await faultOf(ben.send({ ...good, proof }))).toBe("not_signed");
      const anothers = await ben.enrolment("introduction", { key: signer.signer });
      expect(await faultOf(ben.send(anothers))).toBe("not_signed");
    });

    test("a second beginning", async () => {
      expect(await faultOf((await pen("owner")).enrol("root"))).toBe("malformed");
      const second = await (await pen("owner")).enrolment("root", { head: undefined });
      expect(await faultOf(ann.send(second))).toBe("out_of_order");
    });

    test("whom one of two owners alone lets in, or who lets themselves in", async () => {
      const ben = await introduced("approver", [ann]);
      await ann.owner(ben, true);
      const cid = await pen("viewer");
      const enrolled = await cid.enrolment("introduction");
      await cid.send(enrolled);
      await later(DAY_MS);
      expect(await ann.admit(enrolled)).toMatchObject({ state: "waits" });
      expect(await faultOf(ann.admit(enrolled))).toBe("used_again");
      expect(await inForce(cid)).toBeUndefined();
      const again = await pen("approver");
      const own = await again.enrolment("recovery");
      await again.send(own);
      expect(await faultOf(ben.admit(own))).toBe("wrong_people");
    });

    test("what a program, a script or an agent signs", async () => {
      for (const part of ["scout", "service", "script"] as const) {
        const begun = as(part).beginStatement({ purpose: "earshot.enrol", subject: "x" });
        expect(await codeOf(begun)).toBe("NOT_ALLOWED");
        const signed = await ann.enrolment("own");
        expect(await codeOf(as(part).changeSigners({ signed }))).toBe("NOT_ALLOWED");
      }
    });

    test("what has no form", async () => {
      const { statement, proof } = await ann.enrolment("own");
      const more = { statement: { ...statement, more: 1 }, proof } as never;
      expect(await faultOf(as("owner").changeSigners({ signed: more }))).toBe("malformed");
      expect(await codeOf(as("owner").changeSigners({}))).toBe("INVALID_INPUT");
    });
  });
}
