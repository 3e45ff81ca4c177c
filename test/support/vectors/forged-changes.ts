import { DAY_MS } from "../../../src/domain/time.ts";
import type { SignedStatement } from "../../../src/domain/votes/statement.ts";
import { deviceOf, passkeyOf, type TestChain, type TestSigner } from "./signing.ts";
import { alone, chainInput, ends, owns, team, type Vector } from "./vector.ts";

/** Entries whose statements are signed, by people who may not do this. */
export function forgedChanges(): readonly Vector[] {
  return [...ownSigners(), ...introductions(), ...recoveries(), ...endings(), ...owners()];
}

type Team = ReturnType<typeof team>;
type Signing = (all: Team, of: TestSigner) => readonly SignedStatement[];

function refused(name: string, chain: TestChain, fault = "wrong_people"): Vector {
  return { name, input: chainInput(chain), expected: { fault, seq: chain.entries.length } };
}

function ownSigners(): readonly Vector[] {
  const own = (name: string, signed: Signing) => {
    const all = team();
    return refused(name, all.chain.add("own", signed(all, deviceOf("prn_ann"))));
  };
  const byBrowser = (name: string, of: TestSigner) => {
    const { chain, cem } = team();
    chain.add("own", [chain.enrol(of, "own"), chain.admit(cem, { as: "own", of })]);
    return refused(name, chain, "weaker");
  };
  const weak = alone(deviceOf("prn_ann"));
  const first = passkeyOf("prn_ann");
  const enrolled = weak.chain.enrol(first, "own");
  weak.chain.wait(DAY_MS - 1);
  return [
    own("a further signer that nobody admits", ({ chain }, of) => [chain.enrol(of, "own")]),
    own("a further signer that another person admits", ({ chain, ben }, of) => [
      chain.enrol(of, "own"),
      chain.admit(ben, { as: "own", of }),
    ]),
    own("a further signer that is admitted twice", ({ chain, ann }, of) => [
      chain.enrol(of, "own"),
      chain.admit(ann, { as: "own", of }),
      chain.admit(ann, { as: "own", of }),
    ]),
    own("another enrolment than the one that is named", ({ chain, ann }, of) => [
      chain.enrol(of, "own"),
      chain.admit(ann, { as: "own", of: deviceOf("prn_ann") }),
    ]),
    own("an admission of another person", ({ chain, ann }, of) => [
      chain.enrol(of, "own"),
      chain.admit(ann, { as: "own", of }, { person: "prn_ben" }),
    ]),
    own("an enrolment under another name", ({ chain, ann }, of) => {
      chain.enrol(of, "own");
      const admitted = chain.admit(ann, { as: "own", of });
      return [chain.enrol(of, "own", { name: "the boss" }), admitted];
    }),
    own("an admission for another way in", ({ chain, ann }, of) => [
      chain.enrol(of, "own"),
      chain.admit(ann, { as: "recovery", of }),
    ]),
    own("an enrolment for another way in", ({ chain, ann }, of) => [
      chain.enrol(of, "introduction"),
      chain.admit(ann, { as: "own", of }),
    ]),
    own("two signers at once", ({ chain, ann }, of) => [
      chain.enrol(of, "own"),
      chain.enrol(deviceOf("prn_ann"), "own"),
      chain.admit(ann, { as: "own", of }),
    ]),
    byBrowser("a passkey by a key of a browser", passkeyOf("prn_cem")),
    byBrowser("a key in a file by one of a browser", deviceOf("prn_cem", "file")),
    refused(
      "the only owner's stronger signer a moment too soon",
      weak.chain.add("own", [enrolled, weak.chain.admit(weak.ann, { as: "own", of: first })]),
      "too_soon",
    ),
    weakOwner(),
    byWeakerOfTwo(),
  ];
}

/** One of two owners has a key of a browser alone. */
function weakOwner(): Vector {
  const all = team();
  const isOwner = { person: "prn_cem", owner: true };
  all.chain.add("owner", [owns(all.chain, all.ann, isOwner), owns(all.chain, all.ben, isOwner)]);
  const key = passkeyOf("prn_cem");
  const enrolled = all.chain.enrol(key, "own");
  all.chain.wait(DAY_MS);
  const admitted = all.chain.admit(all.cem, { as: "own", of: key });
  const name = "the stronger signer of an owner who is not the only one";
  return refused(name, all.chain.add("own", [enrolled, admitted]), "weaker");
}

/** Whoever has a passkey, too, has had a key of their browser stolen. */
function byWeakerOfTwo(): Vector {
  const { ann, chain } = alone();
  const browser = deviceOf("prn_ann");
  const other = deviceOf("prn_ann");
  chain.add("own", [chain.enrol(browser, "own"), chain.admit(ann, { as: "own", of: browser })]);
  chain.add("own", [chain.enrol(other, "own"), chain.admit(browser, { as: "own", of: other })]);
  return refused("the weaker of a person's signers admits another", chain, "weaker");
}

function introductions(): readonly Vector[] {
  const as = "introduction";
  const entering = (name: string, signed: Signing) => {
    const all = team();
    return refused(name, all.chain.add(as, signed(all, passkeyOf("prn_dee"))));
  };
  const by = (...names: readonly ("ann" | "ben" | "cem")[]): Signing => {
    return (all, of) => [
      all.chain.enrol(of, as),
      ...names.map((name) => all.chain.admit(all[name], { as, of })),
    ];
  };
  const sole = alone();
  const dee = passkeyOf("prn_dee");
  const enrolled = sole.chain.enrol(dee, as);
  sole.chain.wait(DAY_MS - 1);
  const known = team();
  known.chain.introduce(passkeyOf("prn_cem"), [known.ann, known.ben]);
  const rooted = alone();
  return [
    entering("somebody whom nobody lets in", by()),
    entering("somebody whom one of two owners lets in", by("ann")),
    entering("one person lets somebody in twice", by("ann", "ann")),
    entering("no owner is the first to let somebody in", by("cem", "ben")),
    entering("no owner is the second where there is one", by("ann", "cem")),
    entering("the second names another signer", ({ chain, ann, ben }, of) => [
      chain.enrol(of, as),
      chain.admit(ann, { as, of }),
      chain.admit(ben, { as, of: passkeyOf("prn_dee") }),
    ]),
    entering("the second means somebody else", ({ chain, ann, ben }, of) => [
      chain.enrol(of, as),
      chain.admit(ann, { as, of }),
      chain.admit(ben, { as, of }, { person: "prn_eve" }),
    ]),
    refused(
      "whom the only owner lets in a moment too soon",
      sole.chain.add(as, [enrolled, sole.chain.admit(sole.ann, { as, of: dee })]),
      "too_soon",
    ),
    refused("a second signer that others bring to somebody", known.chain),
    refused(
      "an owner's statement beside",
      rooted.chain.add(as, [
        rooted.chain.enrol(dee, as),
        rooted.chain.admit(rooted.ann, { as, of: dee }),
        owns(rooted.chain, rooted.ann, { person: "prn_dee", owner: true }),
      ]),
    ),
  ];
}

function recoveries(): readonly Vector[] {
  const unknown = team();
  unknown.chain.introduce(passkeyOf("prn_dee"), [unknown.ann, unknown.ben], "recovery");
  const one = team();
  one.chain.introduce(passkeyOf("prn_ben"), [one.ann], "recovery");
  const self = team();
  self.chain.introduce(passkeyOf("prn_ben"), [self.ann, self.ben], "recovery");
  const shrunk = team();
  shrunk.chain.add("end", [ends(shrunk.chain, shrunk.ben, shrunk.ben)]);
  shrunk.chain.introduce(passkeyOf("prn_dee"), [shrunk.ann]);
  return [
    refused("a recovery of somebody who had nothing", unknown.chain),
    refused("one of two owners recovers the other alone", one.chain),
    refused("a person is the second at their own recovery", self.chain),
    refused("an owner beside one without a signer is not alone", shrunk.chain),
    ...lostSigners(),
  ];
}

function lostSigners(): readonly Vector[] {
  const as = "recovery";
  const lost = alone();
  lost.chain.add("lost", [lost.chain.enrol(passkeyOf("prn_ann"), as)]);
  const pinned: Vector = {
    name: "a recovery on the server's word, with a pin",
    input: { ...chainInput(lost.chain), pin: lost.chain.root },
    expected: { fault: "lost_signers", seq: 2 },
  };
  const losing = (name: string, of: TestSigner, signed: Signing) => {
    const all = team();
    return refused(name, all.chain.add("lost", signed(all, of)));
  };
  const ben = passkeyOf("prn_ben");
  return [
    pinned,
    losing("nobody's signer is lost", passkeyOf("prn_dee"), ({ chain }, of) => [
      chain.enrol(of, as),
    ]),
    losing("a loss that no owner vouches for", ben, ({ chain, cem }, of) => [
      chain.enrol(of, as),
      chain.admit(cem, { as, of }),
    ]),
    losing("a loss that the person vouches for", ben, (all, of) => [
      all.chain.enrol(of, as),
      all.chain.admit(all.ben, { as, of }),
    ]),
    losing("a loss that two vouch for", passkeyOf("prn_cem"), (all, of) => [
      all.chain.enrol(of, as),
      all.chain.admit(all.ann, { as, of }),
      all.chain.admit(all.ben, { as, of }),
    ]),
    losing("a loss that is called otherwise", ben, ({ chain }, of) => [chain.enrol(of, "own")]),
  ];
}

function endings(): readonly Vector[] {
  const ending = (name: string, signed: (all: Team) => readonly SignedStatement[]) => {
    const all = team();
    return refused(name, all.chain.add("end", signed(all)));
  };
  const again = team();
  again.chain.add("end", [ends(again.chain, again.ann, again.cem)]);
  again.chain.add("end", [ends(again.chain, again.ann, again.cem)]);
  return [
    ending("an owner's signer is ended by somebody who is none", ({ chain, cem, ann }) => [
      ends(chain, cem, ann),
    ]),
    ending("an owner's signer is ended by one other owner", ({ chain, ann, ben }) => [
      ends(chain, ann, ben),
    ]),
    ending("one owner ends another's signer twice", ({ chain, ann, ben }) => [
      ends(chain, ann, ben),
      ends(chain, ann, ben),
    ]),
    ending("a signer that there is not is ended", ({ chain, ann }) => [
      ends(chain, ann, deviceOf("prn_cem")),
    ]),
    ending("another person's signer is ended", ({ chain, ann, cem }) => [
      ends(chain, ann, { ...cem, person: "prn_ann" }),
    ]),
    ending("two end different signers", ({ chain, ann, ben, cem }) => [
      ends(chain, ann, cem),
      ends(chain, ben, { ...cem, id: ben.id }),
    ]),
    ending("an admission ends it", ({ chain, ann, cem }) => [
      chain.admit(ann, { as: "own", of: cem }),
    ]),
    refused("a signer that has ended is ended", again.chain),
  ];
}

function owners(): readonly Vector[] {
  const said = (name: string, statements: (all: Team) => readonly SignedStatement[]) => {
    const all = team();
    return refused(name, all.chain.add("owner", statements(all)));
  };
  const cem = { person: "prn_cem", owner: true };
  const sole = alone();
  sole.chain.add("owner", [owns(sole.chain, sole.ann, { person: "prn_ann", owner: false })]);
  return [
    said("one of two owners makes a third", ({ chain, ann }) => [owns(chain, ann, cem)]),
    said("one owner twice", ({ chain, ann }) => [owns(chain, ann, cem), owns(chain, ann, cem)]),
    said("an owner and somebody who is none", (all) => [
      owns(all.chain, all.ann, cem),
      owns(all.chain, all.cem, cem),
    ]),
    said("somebody makes themselves an owner", (all) => [owns(all.chain, all.cem, cem)]),
    said("an owner is made one again", ({ chain, ann, ben }) => [
      owns(chain, ann, { person: "prn_ben", owner: true }),
      owns(chain, ben, { person: "prn_ben", owner: true }),
    ]),
    said("one of two owners takes it from the other", ({ chain, ann }) => [
      owns(chain, ann, { person: "prn_ben", owner: false }),
    ]),
    said("two owners say different things", ({ chain, ann, ben }) => [
      owns(chain, ann, cem),
      owns(chain, ben, { person: "prn_cem", owner: false }),
    ]),
    said("two owners mean different people", ({ chain, ann, ben }) => [
      owns(chain, ann, cem),
      owns(chain, ben, { person: "prn_dee", owner: true }),
    ]),
    said("somebody without a signer", ({ chain, ann, ben }) => [
      owns(chain, ann, { person: "prn_dee", owner: true }),
      owns(chain, ben, { person: "prn_dee", owner: true }),
    ]),
    refused("the only owner resigns", sole.chain),
  ];
}
