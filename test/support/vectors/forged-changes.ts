import type { SignedStatement } from "../../../src/domain/votes/statement.ts";
import { deviceOf, passkeyOf, type TestChain, type TestSigner } from "./signing.ts";
import { alone, DAY_MS, digestOf, ends, owns, team, type Vector } from "./vector.ts";

/** Entries whose statements are signed, by people who may not do this. */
export function forgedChanges(): readonly Vector[] {
  return [...ownSigners(), ...introductions(), ...recoveries(), ...endings(), ...owners()];
}

type Team = ReturnType<typeof team>;

function refused(name: string, chain: TestChain, fault = "wrong_people"): Vector {
  const { entries } = chain;
  return { name, input: { entries }, expected: { fault, seq: entries.length } };
}

function ownSigners(): readonly Vector[] {
  const own = (
    name: string,
    signed: (all: Team, phone: TestSigner) => readonly SignedStatement[],
    fault?: string,
  ) => {
    const all = team();
    const phone = deviceOf("prn_ann");
    return refused(name, all.chain.add("own", signed(all, phone)), fault);
  };
  const strong = team();
  const key = passkeyOf("prn_cem");
  const file = deviceOf("prn_cem", "file");
  const weak = alone(deviceOf("prn_ann"));
  const first = passkeyOf("prn_ann");
  const admit = weak.chain.admit(weak.ann, { as: "own", of: first });
  weak.chain.wait(DAY_MS - 1);
  const inFile = team();
  return [
    own("a further signer that nobody admits", ({ chain }, phone) => [chain.enrol(phone, "own")]),
    own("a further signer that another person admits", ({ chain, ben }, phone) => [
      chain.admit(ben, { as: "own", of: phone }),
      chain.enrol(phone, "own"),
    ]),
    own("a further signer that is not named", ({ chain, ann }, phone) => [
      chain.admit(ann, { as: "own", of: phone }, { admitted: undefined }),
      chain.enrol(phone, "own"),
    ]),
    own("another signer than the one that is named", ({ chain, ann }, phone) => [
      chain.admit(ann, { as: "own", of: deviceOf("prn_ann") }),
      chain.enrol(phone, "own"),
    ]),
    own("an admission for another way in", ({ chain, ann }, phone) => [
      chain.admit(ann, { as: "recovery", of: phone }),
      chain.enrol(phone, "own"),
    ]),
    own("an enrolment for another way in", ({ chain, ann }, phone) => [
      chain.admit(ann, { as: "own", of: phone }),
      chain.enrol(phone, "introduction"),
    ]),
    own("two signers at once", ({ chain, ann }, phone) => [
      chain.admit(ann, { as: "own", of: phone }),
      chain.enrol(phone, "own"),
      chain.enrol(deviceOf("prn_ann"), "own"),
    ]),
    refused(
      "a passkey by a key of a browser",
      strong.chain.add("own", [
        strong.chain.admit(strong.cem, { as: "own", of: key }),
        strong.chain.enrol(key, "own"),
      ]),
      "weaker",
    ),
    refused(
      "a key in a file by one of a browser",
      inFile.chain.add("own", [
        inFile.chain.admit(inFile.cem, { as: "own", of: file }),
        inFile.chain.enrol(file, "own"),
      ]),
      "weaker",
    ),
    refused(
      "the only owner's stronger signer a moment too soon",
      weak.chain.add("own", [admit, weak.chain.enrol(first, "own")]),
      "too_soon",
    ),
  ];
}

const LINK = { link: digestOf("link") };

/** Somebody new, let in by these. */
function entering(
  name: string,
  signed: (all: Team, dee: TestSigner) => readonly SignedStatement[],
): Vector {
  const all = team();
  return refused(name, all.chain.add("introduction", signed(all, passkeyOf("prn_dee"))));
}

function introductions(): readonly Vector[] {
  const as = "introduction";
  const maker = { ...LINK, admitted: undefined };
  const sole = alone();
  const dee = passkeyOf("prn_dee");
  const made = sole.chain.admit(sole.ann, { as, of: dee }, maker);
  sole.chain.wait(DAY_MS - 1);
  const self = team();
  const mine = passkeyOf("prn_ann");
  const rooted = alone();
  const ben = passkeyOf("prn_ben");
  return [
    entering("somebody whom one of two owners lets in", ({ chain, ann }, of) => [
      chain.admit(ann, { as, of }, maker),
      chain.enrol(of, as, LINK),
    ]),
    entering("a link that one person made and confirmed", ({ chain, ann }, of) => [
      chain.admit(ann, { as, of }, maker),
      chain.admit(ann, { as, of }, LINK),
      chain.enrol(of, as, LINK),
    ]),
    entering("a link that no owner made", ({ chain, ben: other, cem }, of) => [
      chain.admit(cem, { as, of }, maker),
      chain.admit(other, { as, of }, LINK),
      chain.enrol(of, as, LINK),
    ]),
    entering("no owner confirms where there is another", ({ chain, ann, cem }, of) => [
      chain.admit(ann, { as, of }, maker),
      chain.admit(cem, { as, of }, LINK),
      chain.enrol(of, as, LINK),
    ]),
    entering("whoever confirms names no signer", ({ chain, ann, ben: other }, of) => [
      chain.admit(ann, { as, of }, LINK),
      chain.admit(other, { as, of }, maker),
      chain.enrol(of, as, LINK),
    ]),
    entering("another link", ({ chain, ann, ben: other }, of) => [
      chain.admit(ann, { as, of }, maker),
      chain.admit(other, { as, of }, { link: digestOf("another") }),
      chain.enrol(of, as, LINK),
    ]),
    entering("no link", ({ chain, ann, ben: other }, of) => [
      chain.admit(ann, { as, of }),
      chain.admit(other, { as, of }),
      chain.enrol(of, as),
    ]),
    entering("an admission of somebody else", ({ chain, ann, ben: other }, of) => [
      chain.admit(ann, { as, of }, { ...maker, person: "prn_eve" }),
      chain.admit(other, { as, of }, LINK),
      chain.enrol(of, as, LINK),
    ]),
    refused(
      "whom one lets in alone a moment too soon",
      sole.chain.add(as, [made, sole.chain.enrol(dee, as, LINK)]),
      "too_soon",
    ),
    refused(
      "an owner who makes the link for herself",
      self.chain.add(as, [
        self.chain.admit(self.ann, { as, of: mine }, maker),
        self.chain.admit(self.ben, { as, of: mine }, LINK),
        self.chain.enrol(mine, as, LINK),
      ]),
    ),
    refused(
      "an owner's statement beside",
      rooted.chain.add(as, [
        rooted.chain.admit(rooted.ann, { as, of: ben }, maker),
        owns(rooted.chain, rooted.ann, { person: "prn_ben", owner: true }),
        rooted.chain.enrol(ben, as, LINK),
      ]),
    ),
  ];
}

function recoveries(): readonly Vector[] {
  const unknown = team();
  unknown.chain.introduce(passkeyOf("prn_dee"), [unknown.ann, unknown.ben], "recovery");
  const one = team();
  const ben = passkeyOf("prn_ben");
  const as = "recovery";
  const maker = one.chain.admit(one.ann, { as, of: ben }, { ...LINK, admitted: undefined });
  one.chain.wait(DAY_MS).add(as, [maker, one.chain.enrol(ben, as, LINK)]);
  const lost = alone();
  lost.chain.add("lost", [lost.chain.enrol(passkeyOf("prn_ann"), as)]);
  const { entries } = lost.chain;
  const pin = lost.chain.root;
  const nobody = alone();
  nobody.chain.add("lost", [nobody.chain.enrol(passkeyOf("prn_dee"), as)]);
  const vouched = team();
  const key = passkeyOf("prn_ben");
  vouched.chain.add("lost", [
    vouched.chain.admit(vouched.cem, { as, of: key }),
    vouched.chain.enrol(key, as),
  ]);
  const shrunk = team();
  shrunk.chain.add("end", [ends(shrunk.chain, shrunk.ann, shrunk.ben)]);
  const dee = passkeyOf("prn_dee");
  const link = shrunk.chain.admit(
    shrunk.ann,
    { as: "introduction", of: dee },
    { ...LINK, admitted: undefined },
  );
  shrunk.chain.wait(DAY_MS);
  shrunk.chain.add("introduction", [link, shrunk.chain.enrol(dee, "introduction", LINK)]);
  return [
    refused("a recovery of somebody who had nothing", unknown.chain),
    refused("one of two owners recovers the other alone", one.chain),
    {
      name: "a recovery on the server's word, with a pin",
      input: { entries, pin },
      expected: { fault: "lost_signers", seq: 2 },
    },
    refused("nobody's signer is lost", nobody.chain),
    refused("a loss that no owner vouches for", vouched.chain),
    refused("an owner who has ended the other's signers is not alone", shrunk.chain),
  ];
}

function endings(): readonly Vector[] {
  const byOther = team();
  byOther.chain.add("end", [ends(byOther.chain, byOther.cem, byOther.ann)]);
  const again = team();
  again.chain.add("end", [ends(again.chain, again.ann, again.cem)]);
  again.chain.add("end", [ends(again.chain, again.ann, again.cem)]);
  const unknown = team();
  unknown.chain.add("end", [ends(unknown.chain, unknown.ann, deviceOf("prn_cem"))]);
  const two = team();
  two.chain.add("end", [ends(two.chain, two.ann, two.cem), ends(two.chain, two.ben, two.cem)]);
  return [
    refused("an owner's signer is ended by somebody who is none", byOther.chain),
    refused("a signer that has ended is ended", again.chain),
    refused("a signer that there is not is ended", unknown.chain),
    refused("two statements end it", two.chain),
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
    said("one of two owners takes it from the other", ({ chain, ann }) => [
      owns(chain, ann, { person: "prn_ben", owner: false }),
    ]),
    said("two owners say different things", ({ chain, ann, ben }) => [
      owns(chain, ann, cem),
      owns(chain, ben, { person: "prn_cem", owner: false }),
    ]),
    said("somebody without a signer", ({ chain, ann, ben }) => [
      owns(chain, ann, { person: "prn_dee", owner: true }),
      owns(chain, ben, { person: "prn_dee", owner: true }),
    ]),
    refused("the only owner resigns", sole.chain),
  ];
}
