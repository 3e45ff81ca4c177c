import { deviceOf, passkeyOf, TestChain } from "./signing.ts";
import { alone, changed, type Vector } from "./vector.ts";

type Path = readonly (string | number)[];

/** Values that are not in their form; most are signed all the same. */
export function forgedForms(): readonly Vector[] {
  return [...entries(), ...statementsSaid(), ...signers(), ...proofs()];
}

function malformed(name: string, chain: TestChain): Vector {
  return { name, input: { entries: chain.entries }, expected: { fault: "malformed", seq: 1 } };
}

/** The first entry with one part changed, as its signer has not signed it. */
function edited(name: string, path: Path, to?: unknown): Vector {
  const { chain } = alone();
  const entries = [changed(chain.entries[0], path, to)];
  return { name, input: { entries }, expected: { fault: "malformed", seq: 1 } };
}

function entries(): readonly Vector[] {
  return [
    { name: "no entries", input: { entries: [] }, expected: { fault: "malformed", seq: 1 } },
    { name: "no object", input: { entries: ["root"] }, expected: { fault: "malformed", seq: 1 } },
    edited("an entry with one more member", ["note"], "hello"),
    edited("an entry of another version", ["v"], 2),
    edited("an entry whose version is text", ["v"], "1"),
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
    said("a link that is null", { link: null }),
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

/** A root whose signer has one part changed; the id is that of what it says. */
function keyed(name: string, path: Path, to?: unknown): Vector {
  const { signer } = passkeyOf("prn_ann");
  return said(name, { key: changed(signer, path, to) });
}

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
    keyed("bytes in a spelling of unused bits", ["credential"], "AB"),
    said("a device that is kept nowhere", { key: changed(device, ["kept"]) }),
    said("a device with a key of P-256", { key: changed(device, ["key"], point.key) }),
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
    edited("a proof without what the browser said", [...proof, "clientDataJSON"]),
    { name: "a signature of 63 bytes", input: { entries: [short] }, expected: refused },
    { name: "a signature with padding", input: { entries: [padded] }, expected: refused },
  ];
}
