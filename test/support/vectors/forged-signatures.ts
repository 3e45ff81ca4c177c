import { DAY_MS, MINUTE_MS } from "../../../src/domain/time.ts";
import type { Signer } from "../../../src/domain/votes/signer.ts";
import type { SignedStatement } from "../../../src/domain/votes/statement.ts";
import { statements } from "../../../src/system/votes/statements.ts";
import { type Assertion, deviceOf, NOW, passkeyOf, TestChain, type TestSigner } from "./signing.ts";
import {
  alone,
  chainInput,
  changed,
  digestOf,
  ends,
  later,
  team,
  type Vector,
  vote,
} from "./vector.ts";

const BAD = "AAAA".repeat(16);

/** Entries in their form that do not follow from those before, or that nobody has signed so. */
export function forgedSignatures(): readonly Vector[] {
  return [...links(), ...seen(), ...places(), ...times(), ...proofs(), ...passkeys(), ...twice()];
}

function refused(name: string, chain: TestChain, fault: string): Vector {
  return { name, input: chainInput(chain), expected: { fault, seq: chain.entries.length } };
}

/** A person's own further signer, with one thing about the entry as it should not be. */
function further(
  name: string,
  fault: string,
  other: Readonly<Record<string, unknown>> = {},
): Vector {
  const { ann, chain } = alone();
  return refused(name, chain.add("own", own(chain, ann), other), fault);
}

function own(chain: TestChain, by: TestSigner, admit: object = {}): readonly SignedStatement[] {
  const phone = deviceOf(by.person);
  return [chain.enrol(phone, "own"), chain.admit(by, { as: "own", of: phone }, admit)];
}

function links(): readonly Vector[] {
  const { chain } = alone();
  const { ann, ...longer } = team();
  const second = alone();
  second.chain.add("root", [second.chain.enrol(passkeyOf("prn_ben"), "root")]);
  const noRoot = new TestChain();
  noRoot.add("own", [noRoot.enrol(passkeyOf("prn_ann"), "own")]);
  const [, ...cut] = longer.chain.entries;
  const gap = longer.chain.entries.filter(({ seq }) => seq !== 2);
  return [
    {
      name: "another root than the one that is pinned",
      input: { ...chainInput(chain), pin: alone().chain.root },
      expected: { fault: "other_root", seq: 1 },
    },
    {
      name: "a chain from its second entry",
      input: { entries: cut, now: NOW },
      expected: { fault: "out_of_order", seq: 1 },
    },
    {
      name: "a chain without its second entry",
      input: { entries: gap, now: NOW },
      expected: { fault: "out_of_order", seq: 2 },
    },
    refused("a second root", second.chain, "out_of_order"),
    refused("a chain that begins otherwise", noRoot, "out_of_order"),
    further("a number is left out", "out_of_order", { seq: 3 }),
    further("another entry before it", "out_of_order", { previous: digestOf("other") }),
    further("an entry before the one before", "out_of_order", { at: "2026-12-01T08:59:59.999Z" }),
  ];
}

/** What was seen from elsewhere than the server. */
function seen(): readonly Vector[] {
  const { chain } = team();
  const { entries } = chain;
  const cut = entries.slice(0, 3);
  const ahead = alone();
  const early = later(ahead.chain.entries[0]?.at ?? "", -5 * MINUTE_MS - 1);
  const omitted = team();
  omitted.chain.introduce(passkeyOf("prn_dee"), [omitted.ann, omitted.ben]);
  const last = omitted.chain.entries.pop();
  const shorter = omitted.chain.entries.slice(0, 3);
  const renumbered = { ...last, seq: 4, previous: entriesHead(shorter) };
  return [
    {
      name: "a chain without the entry that was seen last",
      input: { entries: cut, now: NOW, seen: { head: chain.head, at: NOW } },
      expected: { fault: "rolled_back", seq: 4 },
    },
    {
      name: "an entry from before what was seen",
      input: {
        ...chainInput(chain),
        seen: { head: entriesHead(cut), at: later(entries.at(-1)?.at ?? "", 5 * MINUTE_MS + 1) },
      },
      expected: { fault: "from_earlier", seq: 4 },
    },
    {
      name: "an entry that is more than five minutes ahead",
      input: { entries: ahead.chain.entries, now: early },
      expected: { fault: "from_later", seq: 1 },
    },
    {
      name: "an entry is left out and the rest numbered again",
      input: { entries: [...shorter, renumbered], now: NOW },
      expected: { fault: "elsewhere", seq: 4 },
    },
  ];
}

const entriesHead = (entries: readonly unknown[]) => statements.entryHash(entries.at(-1));

function places(): readonly Vector[] {
  const { ann, chain } = alone();
  const elsewhere = `dep_${"b2".repeat(16)}`;
  const theirs = own(chain, ann, { deployment: elsewhere });
  const room = alone();
  const other = own(room.chain, room.ann, { workspace: "other" });
  const moved = alone();
  const phone = deviceOf("prn_ann");
  const there = { workspace: "other" };
  const all = [
    moved.chain.enrol(phone, "own", there),
    moved.chain.admit(moved.ann, { as: "own", of: phone }, there),
  ];
  const forked = alone();
  const unknown = own(forked.chain, forked.ann, { head: digestOf("another chain") });
  return [
    refused(
      "a statement that has seen another chain",
      forked.chain.add("own", unknown),
      "elsewhere",
    ),
    refused("a statement of another deployment", chain.add("own", theirs), "elsewhere"),
    refused("a statement of another workspace", room.chain.add("own", other), "elsewhere"),
    refused("an entry of another workspace", moved.chain.add("own", all, there), "elsewhere"),
  ];
}

function times(): readonly Vector[] {
  const early = alone();
  const ahead = own(early.chain, early.ann, { at: later(early.chain.at, 1) });
  const late = alone();
  const old = own(late.chain, late.ann, { until: later(late.chain.at, 1) });
  const stranger = alone();
  const ended = team();
  ended.chain.add("end", [ends(ended.chain, ended.cem, ended.cem)]);
  const dated = team();
  const before = dated.chain.at;
  dated.chain.wait().add("end", [ends(dated.chain, dated.cem, dated.cem)]);
  const lost = team();
  lost.chain.introduce(passkeyOf("prn_cem"), [lost.ann, lost.ben], "recovery");
  const young = team();
  const atRoot = young.chain.entries[0]?.at ?? "";
  const forever = { at: atRoot, until: later(atRoot, 3 * DAY_MS) };
  const posing = team();
  const edge = team();
  edge.chain.add("end", [ends(edge.chain, edge.ann, edge.cem)]);
  const sameAt = edge.chain.entries.at(-1)?.at ?? "";
  const sameMoment = own(edge.chain, edge.cem, { at: later(sameAt, -1) });
  return [
    refused(
      "a signer in the moment in which it ended",
      edge.chain.add("own", sameMoment, { at: sameAt }),
      "not_in_force",
    ),
    refused("a statement from later", early.chain.add("own", ahead), "not_in_force"),
    refused("a statement whose time is over", late.chain.wait().add("own", old), "not_in_force"),
    refused(
      "a signer of nobody",
      stranger.chain.add("own", own(stranger.chain, passkeyOf("prn_ann"))),
      "not_in_force",
    ),
    refused(
      "another's signer",
      posing.chain.add("own", own(posing.chain, posing.ben, { voter: "prn_ann" })),
      "not_in_force",
    ),
    refused(
      "a signer that has ended",
      ended.chain.add("own", own(ended.chain, ended.cem)),
      "not_in_force",
    ),
    refused(
      "a signer that has ended, dated back",
      dated.chain.add("own", own(dated.chain, dated.cem, { at: before })),
      "not_in_force",
    ),
    refused(
      "a signer that a recovery has ended",
      lost.chain.add("own", own(lost.chain, lost.cem)),
      "not_in_force",
    ),
    refused(
      "a signer before it came in",
      young.chain.add("own", own(young.chain, young.cem, forever)),
      "not_in_force",
    ),
  ];
}

function proofs(): readonly Vector[] {
  const { chain } = alone(deviceOf("prn_ann"));
  const other = deviceOf("prn_ann");
  const signed = chain.enrol(other, "root");
  const root = chain.entries[0];
  const edited = (name: string, path: readonly (string | number)[], to: unknown): Vector => ({
    name,
    input: { entries: [changed(root, ["signed", 0, ...path], to)], now: NOW },
    expected: { fault: "not_signed", seq: 1 },
  });
  const rooted = (name: string, by: TestSigner, said: object) => {
    const begun = new TestChain();
    return refused(name, begun.add("root", [begun.enrol(by, "root", said)]), "not_signed");
  };
  const key = passkeyOf("prn_ann");
  const bent = changed(key.signer, ["key", "x"], Buffer.alloc(32, 7).toString("base64url"));
  const ed = passkeyOf("prn_ann", "OKP");
  const { id, signer } = ed;
  const claimed = alone();
  const enrolled = claimed.chain.enrol(other, "own");
  const admitted = claimed.chain.admit(claimed.ann, { as: "own", of: other });
  return [
    edited("the signature of another statement", ["proof"], signed.proof),
    edited("a name that was not signed", ["statement", "name"], "mallory"),
    rooted("a signer that is not the key's", other, { signer: id }),
    rooted(
      "a device's proof by a passkey",
      { ...ed, signer: deviceOf("prn_ann").signer },
      { key: signer },
    ),
    rooted(
      "a key that is no point of its curve",
      { ...key, id: statements.signerId(bent) },
      { key: bent },
    ),
    refused(
      "another person's signature",
      claimed.chain.add("own", [
        changed(admitted, ["proof"], claimed.chain.admit(key, { as: "own", of: other }).proof),
        enrolled,
      ]),
      "not_signed",
    ),
  ];
}

/** The root of a browser that says this, signed by the real key. */
function rooted(name: string, assertion: Assertion): Vector {
  const chain = new TestChain();
  const enrol = chain.oddEnrol(passkeyOf("prn_ann"), "root", assertion);
  return refused(name, chain.add("root", [enrol]), "not_signed");
}

/** What a browser would never write, with a good signature over it. */
function said(): readonly Vector[] {
  const raw = (name: string, edit: (text: string) => Buffer): Vector => {
    const chain = new TestChain();
    const enrol = chain.oddEnrol(passkeyOf("prn_ann"), "root", { edit });
    return refused(name, chain.add("root", [enrol]), "not_signed");
  };
  return [
    raw("a browser that begins with a byte order mark", (text) => Buffer.from(`\ufeff${text}`)),
    raw("a browser that writes UTF-16", (text) => Buffer.from(text, "utf16le")),
    raw("a browser that writes more than JSON", (text) => Buffer.from(`${text},`)),
    raw("a browser whose text is not UTF-8", (text) =>
      Buffer.concat([
        Buffer.from(text.slice(0, -1)),
        Buffer.from([0x2c, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      ]),
    ),
  ];
}

function passkeys(): readonly Vector[] {
  const { chain } = alone();
  const cut = ["signed", 0, "proof", "clientDataJSON"];
  const nothing = Buffer.from("null").toString("base64url");
  return [
    rooted("a passkey that was made and not asked", { type: "webauthn.create" }),
    rooted("a passkey that was asked by another page", { origin: "https://earshot.example.org" }),
    rooted("a passkey that was asked in a frame", { crossOrigin: true }),
    rooted("a passkey with a frame that is null", { crossOrigin: null }),
    rooted("a passkey under another page", { topOrigin: "https://earshot.example.com" }),
    rooted("a passkey under no page", { topOrigin: null }),
    rooted("a passkey that was asked something else", { challenge: BAD }),
    rooted("a passkey of another host", { rpId: "example.com" }),
    rooted("a passkey that nobody touched", { flags: 0x04 }),
    rooted("a passkey that did not look who it was", { flags: 0x01 }),
    ...said(),
    {
      name: "a browser that said nothing",
      input: { entries: [changed(chain.entries[0], cut, nothing)], now: NOW },
      expected: { fault: "not_signed", seq: 1 },
    },
  ];
}

/** The same key, told to be kept in a browser. */
function idOf({ signer }: TestSigner, like: TestSigner): Pick<TestSigner, "id" | "signer"> {
  const told = { ...like.signer, key: signer.key } as Signer;
  return { id: statements.signerId(told), signer: told };
}

function twice(): readonly Vector[] {
  const { ann, chain } = alone();
  const same = { nonce: "n".repeat(22) };
  const phone = deviceOf("prn_ann");
  chain.add("own", [
    chain.enrol(phone, "own", same),
    chain.admit(ann, { as: "own", of: phone }, same),
  ]);
  const replayed = team();
  const end = ends(replayed.chain, replayed.ann, replayed.cem);
  replayed.chain.add("end", [end]);
  replayed.chain.introduce(deviceOf("prn_cem"), [replayed.ann, replayed.ben], "recovery");
  const again = alone();
  const key = deviceOf("prn_ann");
  const enter = () =>
    again.chain.add("own", [
      again.chain.enrol(key, "own"),
      again.chain.admit(again.ann, { as: "own", of: key }),
    ]);
  enter();
  const kept = alone(deviceOf("prn_ann", "file"));
  const browser = deviceOf("prn_ann");
  const inBrowser: TestSigner = { ...kept.ann, ...idOf(kept.ann, browser) };
  kept.chain.add("own", [
    kept.chain.enrol(inBrowser, "own"),
    kept.chain.admit(kept.ann, { as: "own", of: inBrowser }),
  ]);
  const other = team();
  const theirs: TestSigner = { ...other.cem, person: "prn_dee" };
  other.chain.introduce(theirs, [other.ann, other.ben]);
  const counted = team();
  const strange = vote(counted.chain, counted.ann);
  return [
    refused("two statements with one nonce", chain, "used_again"),
    refused("a statement once more", replayed.chain.add("end", [end]), "used_again"),
    refused("a signer once more", enter(), "used_again"),
    refused("a key once more, as one that is kept elsewhere", kept.chain, "used_again"),
    refused("a signer of one person for another", other.chain, "used_again"),
    refused("a vote in the chain", counted.chain.add("end", [strange]), "wrong_people"),
  ];
}
