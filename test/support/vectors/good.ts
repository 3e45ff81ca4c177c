import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/domain/time.ts";
import { deviceOf, passkeyOf, TestChain, type TestSigner } from "./signing.ts";
import {
  alone,
  chainInput,
  digestOf,
  ends,
  later,
  oddVote,
  owns,
  team,
  type Vector,
  vote,
  wantedOf,
} from "./vector.ts";

const FIVE_MINUTES_MS = 5 * MINUTE_MS;

/** Between the third entry of a team and its last. */
const SEEN = "2026-12-02T09:03:00.000Z";

/** The hash of an entry, which the next one names. */
const seenAt = ({ entries }: TestChain, seq: number) => entries[seq]?.previous ?? "";

interface GoodVector {
  readonly name: string;
  readonly input: Vector["input"];
  readonly voters?: readonly string[];
}

/** What a verifier has to take. */
export function goodVectors(): readonly GoodVector[] {
  return [...roots(), ...entrances(), ...changes(), ...votes()];
}

const chainOf = (name: string, chain: TestChain): GoodVector => ({
  name,
  input: chainInput(chain),
});

function roots(): readonly GoodVector[] {
  const rooted = (name: string, signer: TestSigner) => chainOf(name, alone(signer).chain);
  const pinned = alone().chain;
  const named = new TestChain();
  const ann = deviceOf("prn_ann");
  named.add("root", [named.enrol(ann, "root", { name: 'Ánn 🦜 \u2028 "é" </x>' })]);
  return [
    rooted("a root with a key of a browser", deviceOf("prn_ann")),
    rooted("a root with a key in a file", deviceOf("prn_ann", "file")),
    rooted("a root with a passkey of P-256", passkeyOf("prn_ann")),
    rooted("a root with a passkey of RSA", passkeyOf("prn_ann", "RSA")),
    rooted("a root with a passkey of Ed25519", passkeyOf("prn_ann", "OKP")),
    { name: "a root that is pinned", input: { ...chainInput(pinned), pin: pinned.root } },
    chainOf("a name whose canonical bytes are not plain", named),
  ];
}

function entrances(): readonly GoodVector[] {
  const { ann, chain } = alone();
  const phone = deviceOf("prn_ann");
  chain.add("own", [chain.enrol(phone, "own"), chain.admit(ann, { as: "own", of: phone })]);
  const weak = alone(deviceOf("prn_ann"));
  const key = passkeyOf("prn_ann");
  const enrolled = weak.chain.enrol(key, "own");
  weak.chain
    .wait(DAY_MS)
    .add("own", [weak.chain.admit(weak.ann, { as: "own", of: key }), enrolled]);
  const sole = alone();
  sole.chain.introduce(deviceOf("prn_dee"), [sole.ann]);
  const two = team();
  two.chain.introduce(passkeyOf("prn_dee"), [two.ann, two.ben]);
  const strong = alone(deviceOf("prn_ann", "file"));
  const weaker = deviceOf("prn_ann");
  strong.chain.add("own", [
    strong.chain.enrol(weaker, "own"),
    strong.chain.admit(strong.ann, { as: "own", of: weaker }),
  ]);
  const pinned = team();
  const skewed = alone();
  return [
    chainOf("a further signer by another of the same person", chain),
    chainOf("the only owner's stronger signer after a day", weak.chain),
    chainOf("somebody let in by the only owner after a day", sole.chain),
    chainOf("an owner and another person let somebody in at once", team().chain),
    chainOf("two owners let somebody in", two.chain),
    chainOf("a key of a browser by a key in a file", strong.chain),
    {
      name: "a chain that is pinned and was seen up to its third entry",
      input: {
        ...chainInput(pinned.chain),
        pin: pinned.chain.root,
        seen: { head: seenAt(pinned.chain, 3), at: SEEN },
      },
    },
    {
      name: "an entry that is five minutes ahead",
      input: {
        ...chainInput(skewed.chain),
        now: later(skewed.chain.entries[0]?.at ?? "", -FIVE_MINUTES_MS),
      },
    },
    chainOf("two entries of one moment", ofOneMoment()),
  ];
}

function ofOneMoment(): TestChain {
  const { ann, chain } = alone();
  const phone = deviceOf("prn_ann");
  const at = chain.entries[0]?.at ?? "";
  const enrolled = chain.enrol(phone, "own", { at });
  const admit = chain.admit(ann, { as: "own", of: phone }, { at });
  return chain.add("own", [admit, enrolled], { at });
}

function changes(): readonly GoodVector[] {
  const end = team();
  end.chain.add("end", [ends(end.chain, end.cem, end.cem)]);
  const byOwner = team();
  byOwner.chain.add("end", [ends(byOwner.chain, byOwner.ben, byOwner.cem)]);
  const own = alone();
  own.chain.add("end", [ends(own.chain, own.ann, own.ann)]);
  const resigned = team();
  resigned.chain.add("owner", [
    owns(resigned.chain, resigned.ben, { person: "prn_ben", owner: false }),
  ]);
  const made = team();
  const dee = passkeyOf("prn_dee");
  made.chain.introduce(dee, [made.ann, made.ben]);
  const isOwner = { person: "prn_dee", owner: true };
  made.chain.add("owner", [
    owns(made.chain, made.ann, isOwner),
    owns(made.chain, made.ben, isOwner),
  ]);
  const third = structuredClone(chainOf("two owners make a third", made.chain));
  const theirs = structuredClone(made.chain.entries);
  const ofThree = Object.assign(new TestChain(), { entries: theirs });
  ofThree.wait(3 * DAY_MS).add("end", [ends(ofThree, made.ann, dee), ends(ofThree, made.ben, dee)]);
  const notOwner = { person: "prn_ben", owner: false };
  made.chain.add("owner", [owns(made.chain, made.ann, notOwner), owns(made.chain, dee, notOwner)]);
  const recovered = team();
  recovered.chain.introduce(passkeyOf("prn_cem"), [recovered.ann, recovered.ben], "recovery");
  const second = team();
  second.chain.introduce(passkeyOf("prn_ben"), [second.ann, second.cem], "recovery");
  const lost = alone();
  const found = passkeyOf("prn_ann");
  lost.chain.add("lost", [lost.chain.enrol(found, "recovery")]);
  const vouched = team();
  const ben = passkeyOf("prn_ben");
  vouched.chain.add("lost", [
    vouched.chain.enrol(ben, "recovery"),
    vouched.chain.admit(vouched.ann, { as: "recovery", of: ben }),
  ]);
  const stronger = team();
  stronger.chain.introduce(passkeyOf("prn_cem"), [stronger.ben, stronger.ann], "recovery");
  return [
    chainOf("a person ends their own signer", end.chain),
    chainOf("an owner ends another's signer", byOwner.chain),
    chainOf("an owner ends their only signer", own.chain),
    chainOf("an owner resigns", resigned.chain),
    third,
    chainOf("two owners end a third's signer", ofThree),
    chainOf("two owners take it from a third", made.chain),
    chainOf("two owners recover a person", recovered.chain),
    chainOf("others bring a person a stronger signer", stronger.chain),
    chainOf("an owner and another person recover the second owner", second.chain),
    chainOf("what nobody was left to sign, without a pin", lost.chain),
    chainOf("what one owner alone has signed, without a pin", vouched.chain),
  ];
}

function votes(): readonly GoodVector[] {
  const { ann, ben, cem, chain } = team();
  const pin = chain.root;
  const given = (name: string, list: readonly unknown[], wanted = wantedOf(chain)) => ({
    name,
    input: { ...chainInput(chain), pin, votes: list, wanted },
  });
  const at = chain.at;
  const passkey = wantedOf(chain, { grade: "passkey" });
  const two = wantedOf(chain, { count: 2 });
  const full = vote(chain, cem, { args: digestOf("args"), reason: digestOf("why") });
  const noFrame = oddVote(chain, ann, { crossOrigin: undefined, hint: [1, { a: null }] });
  const recovered = team();
  const again = passkeyOf("prn_cem");
  recovered.chain.introduce(again, [recovered.ann, recovered.ben], "recovery");
  const renewed = vote(recovered.chain, again);
  const ended = team();
  const earlier = ended.chain.at;
  const before = vote(ended.chain, ended.cem);
  ended.chain.wait(HOUR_MS).add("end", [ends(ended.chain, ended.cem, ended.cem)]);
  return [
    { ...given("a vote by a device", [vote(chain, cem)]), voters: ["prn_cem"] },
    { ...given("a vote by a passkey of P-256", [vote(chain, ann)], passkey), voters: ["prn_ann"] },
    {
      ...given("a vote by a passkey of Ed25519", [vote(chain, ben)], passkey),
      voters: ["prn_ben"],
    },
    { ...given("a passkey where a device is enough", [vote(chain, ann)]), voters: ["prn_ann"] },
    {
      ...given("two people", [vote(chain, cem), vote(chain, ann)], two),
      voters: ["prn_ann", "prn_cem"],
    },
    {
      ...given(
        "two people, one of them twice",
        [vote(chain, cem), vote(chain, ann), vote(chain, cem)],
        two,
      ),
      voters: ["prn_ann", "prn_cem"],
    },
    { ...given("a vote with edited arguments and a reason", [full]), voters: ["prn_cem"] },
    { ...given("a browser that says more, and nothing of frames", [noFrame]), voters: ["prn_ann"] },
    {
      ...given("in the last moment", [vote(chain, cem, { until: later(at, HOUR_MS) })], {
        ...wantedOf(chain),
        at: later(at, HOUR_MS),
      }),
      voters: ["prn_cem"],
    },
    {
      ...given("in the first moment", [vote(chain, cem)], wantedOf(chain)),
      voters: ["prn_cem"],
    },
    {
      ...given("votes that have seen an earlier entry", [
        vote(chain, cem, { head: seenAt(chain, 3) }),
      ]),
      voters: ["prn_cem"],
    },
    {
      ...given(
        "two people with the same edited arguments",
        [full, vote(chain, ann, { args: digestOf("args") })],
        two,
      ),
      voters: ["prn_ann", "prn_cem"],
    },
    {
      name: "by the signer that a recovery has brought",
      input: {
        ...chainInput(recovered.chain),
        votes: [renewed],
        wanted: wantedOf(recovered.chain),
      },
      voters: ["prn_cem"],
    },
    {
      name: "of an action that had run before the signer ended",
      input: {
        ...chainInput(ended.chain),
        votes: [before],
        wanted: wantedOf(ended.chain, { at: later(earlier, 1_000) }),
      },
      voters: ["prn_cem"],
    },
  ];
}
