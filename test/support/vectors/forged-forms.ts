import { DAY_MS } from "../../../src/domain/time.ts";
import { deviceOf, NOW, passkeyOf, signedWith, TestChain } from "./signing.ts";
import { alone, chainInput, changed, later, type Vector } from "./vector.ts";

/** Further statements: who signs them has no part in this. */
function inChain(name: string, purpose: string, other: object): Vector {
  const { ann, chain } = alone();
  const { at, head } = chain;
  const said = signedWith(ann, { purpose, head, at, ...other } as never);
  return {
    name,
    input: chainInput(chain.add("end", [said])),
    expected: { fault: "malformed", seq: 2 },
  };
}

type Path = readonly (string | number)[];

/** Values that are not in their form; most are signed all the same. */
export function forgedForms(): readonly Vector[] {
  return [...entries(), ...statementsSaid(), ...purposes(), ...signers(), ...proofs()];
}

function malformed(name: string, chain: TestChain): Vector {
  return { name, input: chainInput(chain), expected: { fault: "malformed", seq: 1 } };
}

/** The first entry with one part changed, as its signer has not signed it. */
function edited(name: string, path: Path, to?: unknown): Vector {
  const { chain } = alone();
  const entries = [changed(chain.entries[0], path, to)];
  return { name, input: { entries, now: NOW }, expected: { fault: "malformed", seq: 1 } };
}

function entries(): readonly Vector[] {
  return [
    {
      name: "no entries",
      input: { entries: [], now: NOW },
      expected: { fault: "malformed", seq: 1 },
    },
    {
      name: "no object",
      input: { entries: ["root"], now: NOW },
      expected: { fault: "malformed", seq: 1 },
    },
    edited("an entry with one more member", ["note"], "hello"),
    edited("an entry of another version", ["v"], 2),
    edited("an entry whose version is text", ["v"], "1"),
    edited("an entry whose version is true", ["v"], true),
    edited("an entry whose number is true", ["seq"], true),
    edited("an entry whose number is too high", ["seq"], 2 ** 53),
    edited("an entry whose number is 0", ["seq"], 0),
    edited("an entry whose number is text", ["seq"], "1"),
    edited("an entry whose number is broken", ["seq"], 1.5),
    edited("an entry with nothing before it that is null", ["previous"], null),
    edited("an entry without a time", ["at"]),
    edited("an entry that signs nothing", ["signed"], []),
    edited("a change that there is not", ["change"], "constructor"),
    edited("a hash in upper case", ["previous"], "AB".repeat(32)),
  ];
}

/** A root that says something else, and is signed so. */
function said(name: string, other: object): Vector {
  const chain = new TestChain();
  return malformed(name, chain.add("root", [chain.enrol(passkeyOf("prn_ann"), "root", other)]));
}

function statementsSaid(): readonly Vector[] {
  return [
    said("a statement with one more member", { note: "hello" }),
    said("a statement of another version", { v: 2 }),
    said("a purpose that there is not", { purpose: "toString" }),
    said("a head where a chain begins", { head: "ab".repeat(32) }),
    said("a statement that counts too long", { until: later(new TestChain().at, 3 * DAY_MS + 1) }),
    said("a year before 2000", {
      at: "1999-12-31T23:59:59.999Z",
      until: "2000-01-01T00:00:00.000Z",
    }),
    said("a second 60", { until: "2026-12-01T23:59:60.000Z" }),
    said("a time with a line end", { until: "2026-12-02T00:00:00.000Z\n" }),
    said("a nonce that is too long", { nonce: "a".repeat(65) }),
    said("a nonce with a line end", { nonce: `${"a".repeat(22)}\n` }),
    said("a name with a control character of C1", { name: "Ann\u0085" }),
    edited("a name with half of a pair", ["signed", 0, "statement", "name"], "Ann\ud83e"),
    said("a deployment in upper case", { deployment: `dep_${"A1".repeat(16)}` }),
    said("a workspace that is null", { workspace: null }),
    said("a person with a long id", { voter: `prn_${"a".repeat(65)}` }),
    said("a signer in upper case", { signer: `sig_${"AB".repeat(16)}` }),
    said("a day that there is not", { until: "2027-02-30T00:00:00.000Z" }),
    said("an hour that there is not", { until: "2027-02-03T24:00:00.000Z" }),
    said("a time in another zone", { until: "2027-02-03T00:00:00.000+01:00" }),
    said("an end that is the begin", { until: new TestChain().at }),
    said("a nonce that is too short", { nonce: "abc" }),
    said("an empty name", { name: "" }),
    said("a name with a line end", { name: "Ann\nBen" }),
    said("a name that is too long", { name: "🦜".repeat(129) }),
    said("a person of another kind", { voter: "agt_ann" }),
    said("a deployment of another kind", { deployment: "dep_1" }),
    said("a way in that there is not", { as: "guest" }),
  ];
}

function purposes(): readonly Vector[] {
  const HASH = "ab".repeat(32);
  const person = "prn_ann";
  const shown = { blocks: HASH, renderer: "page/1", language: "en" };
  const vote = {
    request: "req_1",
    verdict: "approve",
    action: HASH,
    shown,
    revision: "1",
    rule: "r",
  };
  return [
    inChain("an end of no signer", "earshot.end", { person, ended: "sig_1" }),
    inChain("an owner who is text", "earshot.owner", { person, owner: "true" }),
    inChain("an admission of nobody", "earshot.admit", { as: "own", person }),
    inChain("an admission of two enrolments", "earshot.admit", {
      as: "own",
      person,
      enrol: [HASH],
    }),
    inChain("a permission that counts too long", "earshot.permission", {
      permission: HASH,
      revision: "1",
      until: later(new TestChain().at, 32 * DAY_MS),
    }),
    inChain("a permission without its digest", "earshot.permission", { revision: "1" }),
    inChain("a policy in upper case", "earshot.policy", { text: HASH.toUpperCase() }),
    inChain("a key whose terms are no digest", "earshot.key", { terms: "all" }),
    inChain("a statement without a head", "earshot.end", {
      person,
      ended: `sig_${"ab".repeat(16)}`,
      head: undefined,
    }),
    inChain("a vote with blocks that are no digest", "earshot.vote", {
      ...vote,
      shown: { ...shown, blocks: "" },
    }),
    inChain("a vote with a renderer without a number", "earshot.vote", {
      ...vote,
      shown: { ...shown, renderer: "page" },
    }),
    inChain("a vote in a language with a space", "earshot.vote", {
      ...vote,
      shown: { ...shown, language: "en us" },
    }),
    inChain("a vote whose arguments are null", "earshot.vote", { ...vote, args: null }),
    inChain("a vote whose reason is no digest", "earshot.vote", { ...vote, reason: "because" }),
    inChain("a vote without a rule", "earshot.vote", { ...vote, rule: undefined }),
    inChain("a vote with an empty revision", "earshot.vote", { ...vote, revision: "" }),
  ];
}

/** A root whose signer has one part changed; the id is that of what it says. */
function keyed(name: string, path: Path, to?: unknown): Vector {
  const { signer } = passkeyOf("prn_ann");
  return said(name, { key: changed(signer, path, to) });
}

/** Points by which anybody signs, and spellings of which there is another. */
const WEAK = (
  [
    ["the neutral point", `01${"00".repeat(31)}`],
    ["the neutral point with a sign", `01${"00".repeat(30)}80`],
    ["a point of order 2", `ec${"ff".repeat(30)}7f`],
    ["a point of order 4", "00".repeat(32)],
    ["a point of order 8", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"],
    [
      "another point of order 8",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    ],
    ["a number above the field", `f0${"ff".repeat(30)}7f`],
  ] as const
).map(([name, hex]) => [name, Buffer.from(hex, "hex").toString("base64url")] as const);

function signers(): readonly Vector[] {
  const { signer: device } = deviceOf("prn_ann");
  const { signer: rsa } = passkeyOf("prn_ann", "RSA");
  const { signer: point } = passkeyOf("prn_ann");
  return [
    keyed("a key with its private part", ["key", "d"], "AA"),
    keyed("a signer without its page", ["origin"]),
    keyed("an origin with a path", ["origin"], "https://earshot.example.com/"),
    keyed("a host in upper case", ["rpId"], "Earshot.example.com"),
    keyed("a coordinate of 31 bytes", ["key", "x"], Buffer.alloc(31).toString("base64url")),
    keyed("a credential of 1,024 bytes", ["credential"], Buffer.alloc(1_024).toString("base64url")),
    keyed("bytes of no length", ["credential"], "AAAAA"),
    keyed("bytes with a space", ["credential"], "AA AA"),
    keyed("a host with a hyphen at an edge", ["rpId"], "-a.example.com"),
    keyed("a host that is too long", ["rpId"], `${"a.".repeat(126)}aa`),
    keyed("a page of another host", ["origin"], "https://example.com"),
    keyed("a page that others can listen to", ["origin"], "http://earshot.example.com"),
    keyed("an origin with a user", ["origin"], "https://a@earshot.example.com"),
    keyed("an origin that is too long", ["origin"], `https://${"a".repeat(505)}`),
    keyed("bytes in a spelling of unused bits", ["credential"], "AB"),
    said("a device that is kept nowhere", { key: changed(device, ["kept"]) }),
    said("a device with a key of P-256", { key: changed(device, ["key"], point.key) }),
    ...WEAK.map(([name, bytes]) => said(name, { key: changed(device, ["key", "x"], bytes) })),
    said("a number of 255 bytes", {
      key: changed(rsa, ["key", "n"], Buffer.alloc(255, 1).toString("base64url")),
    }),
    said("a number with zeros before it", {
      key: changed(
        rsa,
        ["key", "n"],
        Buffer.concat([Buffer.alloc(2), Buffer.alloc(256, 129)]).toString("base64url"),
      ),
    }),
    said("an even number", {
      key: changed(rsa, ["key", "n"], Buffer.alloc(256, 128).toString("base64url")),
    }),
    said("another exponent", { key: changed(rsa, ["key", "e"], "Aw") }),
  ];
}

function proofs(): readonly Vector[] {
  const proof = ["signed", 0, "proof"];
  const device = alone(deviceOf("prn_ann")).chain.entries[0];
  const short = changed(device, [...proof, "signature"], Buffer.alloc(63).toString("base64url"));
  const padded = changed(
    device,
    [...proof, "signature"],
    `${Buffer.alloc(64).toString("base64url")}==`,
  );
  const refused = { fault: "malformed", seq: 1 };
  return [
    edited("a proof with one more member", [...proof, "userHandle"], "AA"),
    edited(
      "a proof of more than its authenticator says",
      [...proof, "authenticatorData"],
      Buffer.alloc(1_025).toString("base64url"),
    ),
    edited(
      "a browser that says more than it does",
      [...proof, "clientDataJSON"],
      Buffer.alloc(1_025, 32).toString("base64url"),
    ),
    edited(
      "a signature that is longer than any key",
      [...proof, "signature"],
      Buffer.alloc(1_025).toString("base64url"),
    ),
    edited(
      "four statements",
      ["signed"],
      [1, 2, 3, 4].map(() => alone().chain.entries[0]?.signed[0]),
    ),
    edited("a proof without what the browser said", [...proof, "clientDataJSON"]),
    { name: "a signature of 63 bytes", input: { entries: [short], now: NOW }, expected: refused },
    { name: "a signature with padding", input: { entries: [padded], now: NOW }, expected: refused },
  ];
}
