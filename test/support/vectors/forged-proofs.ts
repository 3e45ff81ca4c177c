import type { ActionProof, ProofFault } from "../../../src/domain/log/action-proof.ts";
import type { ProofChange, ProofVector, ProofVectors } from "./proofs.ts";

/** What a verifier of proofs has to refuse, and by which code. */
export function forgedProofVectors(made: ProofVectors): readonly ProofVector[] {
  return [...byKeys(), ...malformed(made), ...outOfPlace(made), ...ofOthers(made), ...parts(made)];
}

const RUN = "approved and run";
const EDITED = "edited under a rule";

function ofKeys(name: string, keys: string, fault: ProofFault): ProofVector {
  return { name: `checked by ${name}`, proof: RUN, keys, expected: { fault } };
}

function byKeys(): readonly ProofVector[] {
  return [
    ofKeys("the keys of another deployment", "abroad", "elsewhere"),
    ofKeys("keys of somebody else", "others", "not_signed"),
    ofKeys("a key that had ended", "ended", "not_signed"),
    ofKeys("a key that was not yet made", "later", "not_signed"),
    ofKeys("no keys", "none", "not_signed"),
    ofKeys("a key that another one has replaced", "replaced", "not_signed"),
    ofKeys("a set in which one key has another form", "foreign", "not_signed"),
    ofKeys("a key under another name", "misnamed", "not_signed"),
  ];
}

type Change = readonly [path: ProofChange["path"], to?: unknown];

function forged(
  name: string,
  fault: ProofFault,
  { of = RUN, changes }: { readonly of?: string; readonly changes: readonly Change[] },
): ProofVector {
  const made = changes.map(([path, to]) => (to === undefined ? { path } : { path, to }));
  return { name, proof: of, keys: "own", changes: made, expected: { fault } };
}

const proofNamed = ({ proofs }: ProofVectors, name: string) => proofs[name] as ActionProof;

/** Where the event of this type stands. */
function at(made: ProofVectors, type: string, of = RUN): number {
  return proofNamed(made, of).events.findIndex(({ event }) => event.type === type);
}

function malformed(made: ProofVectors): readonly ProofVector[] {
  const { events, salt, request } = proofNamed(made, RUN);
  const [first, second] = events;
  const bad = (name: string, ...changes: readonly Change[]) =>
    forged(name, "malformed", { changes });
  const { workspace, ...rest } = first?.event ?? {};
  return [
    bad("of another version", [["v"], 2]),
    bad("its version as a text", [["v"], "1"]),
    bad("without a version", [["v"]]),
    bad("with a member more", [["approvedBy"], "ana"]),
    bad("without its request", [["request"]]),
    bad("its request as a number", [["request"], 1]),
    bad("without checkpoints", [["checkpoints"]]),
    bad("a checkpoint as a number", [["checkpoints", 0], 1]),
    bad("without events", [["events"]]),
    bad("its events as an object", [["events"], {}]),
    bad("two events exchanged", [["events", 0], second], [["events", 1], first]),
    bad("an event twice", [["events", 1], first]),
    bad("an event with a member more", [["events", 0, "event", "note"], "seen"]),
    bad("an event without a type", [["events", 0, "event", "type"]]),
    bad("an event whose number is a text", [["events", 0, "event", "seq"], "1"]),
    bad("an event with the number 0", [["events", 0, "event", "seq"], 0]),
    bad("an event whose members stand in another order", [
      ["events", 0, "event"],
      { ...rest, workspace },
    ]),
    bad("an event whose facts stand in another order", [
      ["events", at(made, "request.created"), "event", "data"],
      reversed(events[at(made, "request.created")]?.event.data ?? {}),
    ]),
    bad("an event whose facts are a list", [["events", 0, "event", "data"], []]),
    bad("a path as a text", [["events", 0, "path"], "00"]),
    bad("a hash of a path in capitals", [["events", 0, "path"], ["A".repeat(64)]]),
    bad("an event beside which more stands", [["events", 0, "by"], "ana"]),
    bad("the index of a checkpoint as a text", [["events", 0, "checkpoint"], "0"]),
    bad("a checkpoint that the proof does not have", [["events", 0, "checkpoint"], 99]),
    bad("a checkpoint before the first", [["events", 0, "checkpoint"], -1]),
    bad("a number beyond all doubles", [["action", "args", "amount"], HUGE]),
    bad("half a surrogate pair", [["action", "args", "to"], "\ud800"]),
    bad("half a surrogate pair as a name", [["action", "args", "\udead"], 1]),
    bad("101 levels deep", [["action", "args", "to"], nested(99)]),
    bad("an actor that is no text", [["events", 0, "event", "actor"], 1]),
    bad("a fact that is an object", [["events", 0, "event", "data", "name"], {}]),
    bad("a fact that is a part of a number", [["events", 0, "event", "data", "version"], 1.5]),
    bad("a fact whose name is a number", [["events", 0, "event", "data", "7"], "x"]),
    bad("a fact whose name has a line", [["events", 0, "event", "data", "a_b"], "x"]),
    bad("an event numbered beyond whole numbers", [["events", 0, "event", "seq"], 2 ** 53]),
    bad("a checkpoint at half an index", [["events", 0, "checkpoint"], 0.5]),
    bad("a salt that is no text", [["salt"], { salt }]),
    bad("what was said as an object", [["said"], {}]),
    bad("words of another fact", [["said", 0, "fact"], "name"]),
    bad("words without a value", [["said", 0, "value"]]),
    bad("words with a member more", [["said", 0, "by"], "ana"]),
    bad("a policy as a text", [["policies"], ["version: 1"]]),
    bad("an action as a list", [["action"], [request]]),
    bad("a permission as a text", [["permission"], "prm_1"]),
    bad("keys as a list", [["keys"], []]),
  ];
}

/** JSON has no such number: it is written in place of this one. */
export const HUGE = 1.25e307;

function nested(levels: number): unknown {
  return levels === 0 ? "x" : [nested(levels - 1)];
}

function reversed(data: object): object {
  return Object.fromEntries(Object.entries(data).reverse());
}

function outOfPlace(made: ProofVectors): readonly ProofVector[] {
  const { events, checkpoints } = proofNamed(made, RUN);
  const approved = at(made, "request.approved");
  const lost = (name: string, ...changes: readonly Change[]) =>
    forged(name, "not_in_log", { changes });
  const [token = ""] = checkpoints;
  const [header, , signature] = token.split(".");
  const [, others] = (proofNamed(made, "rejected").checkpoints.at(-1) ?? "").split(".");
  const event = (path: readonly (string | number)[], to: unknown): Change => [
    ["events", approved, "event", ...path],
    to,
  ];
  return [
    lost("approved by somebody else", event(["actor"], events[0]?.event.subject)),
    lost("approved earlier", event(["at"], "2020-01-01T00:00:00.000Z")),
    lost("a rejection as an approval", event(["type"], "request.rejected")),
    lost("approved by an own hand", event(["data", "key"], "key_1")),
    lost("in another workspace", event(["workspace"], "elsewhere")),
    lost("another name of a person", [
      ["events", at(made, "principal.created"), "event", "data", "name"],
      "the boss",
    ]),
    lost("the path of another event", [
      ["events", approved, "path"],
      [...(events[approved]?.path ?? [])].reverse().concat("0".repeat(64)),
    ]),
    lost("without a path", [["events", 0, "path"], []]),
    lost("under another checkpoint of the log", [
      ["checkpoints", 0],
      proofNamed(made, "a question").checkpoints.at(-1),
    ]),
    forged("a checkpoint with other claims", "not_signed", {
      changes: [[["checkpoints", 0], [header, others, signature].join(".")]],
    }),
    forged("a checkpoint without a signature", "not_signed", {
      changes: [[["checkpoints", 0], `${header}.${others}.`]],
    }),
    forged("a checkpoint with a part more", "not_signed", {
      changes: [[["checkpoints", 0], `${token}.`]],
    }),
    forged("a checkpoint signed by no algorithm", "not_signed", {
      changes: [[["checkpoints", 0], [unsignedHeader(header ?? ""), others, ""].join(".")]],
    }),
  ];
}

function unsignedHeader(header: string): string {
  const { typ, kid } = JSON.parse(Buffer.from(header, "base64url").toString());
  return Buffer.from(JSON.stringify({ alg: "none", typ, kid })).toString("base64url");
}

function ofOthers(made: ProofVectors): readonly ProofVector[] {
  const { events, request, checkpoints } = proofNamed(made, RUN);
  const other = proofNamed(made, "approved and not run");
  const all = [...new Set([...checkpoints, ...other.checkpoints])];
  const placed = other.events.map((one) => ({
    ...one,
    checkpoint: all.indexOf(other.checkpoints[one.checkpoint] ?? ""),
  }));
  const twice = [...events, ...placed]
    .filter(
      ({ event: { seq } }, index, both) => both.findIndex((one) => one.event.seq === seq) === index,
    )
    .toSorted((one, another) => one.event.seq - another.event.seq);
  return [
    forged("under the id of another request", "other_request", {
      changes: [[["request"], other.request]],
    }),
    forged("without the event that it was asked", "other_request", {
      changes: [[["events", at(made, "request.created")]]],
    }),
    forged("without events about it", "other_request", {
      changes: [[["events"], events.filter(({ event }) => event.subject !== request)]],
    }),
    forged("with two events that it was asked", "other_request", {
      changes: [
        [["checkpoints"], [...new Set([...checkpoints, ...other.checkpoints])]],
        [["events"], twice],
      ],
    }),
    forged("with the events of another request", "other_request", {
      changes: [
        [["checkpoints"], other.checkpoints],
        [["events"], other.events],
      ],
    }),
  ];
}

const LATER = "denied by a rule";

/** What decided another request, with its event, in the proof of a request that was open then. */
function grafted(
  made: ProofVectors,
  fault: ProofFault,
  { from, type, part }: { readonly from: string; readonly type: string; readonly part: string },
): ProofVector {
  const [own, other] = [proofNamed(made, "open"), proofNamed(made, from)];
  const placed = other.events.find(({ event }) => event.type === type);
  const all = [...new Set([...own.checkpoints, ...other.checkpoints])];
  const checkpoint = all.indexOf(other.checkpoints[placed?.checkpoint ?? 0] ?? "");
  return forged(`${part} of another request, with the event`, fault, {
    of: "open",
    changes: [
      [["checkpoints"], all],
      [["events"], [...own.events, { ...placed, checkpoint }]],
      [[part], Reflect.get(other, part)],
    ],
  });
}

function parts(made: ProofVectors): readonly ProofVector[] {
  const { action } = proofNamed(made, RUN);
  const other = proofNamed(made, "approved and not run");
  const part = (fault: ProofFault, of = RUN) => {
    return (name: string, ...changes: readonly Change[]) => forged(name, fault, { of, changes });
  };
  const [acts, says] = [part("other_action"), part("other_words")];
  return [
    acts("other arguments", [["action", "args", "to"], "mallory"]),
    acts("another tool", [["action", "tool"], "pay_all"]),
    acts("a lower level", [["action", "level"], "LOW"]),
    acts("an argument more", [["action", "args", "copies"], 100]),
    acts("another agent", [["action", "agent"], "prn_0"]),
    acts("the action of another request", [["action"], other.action]),
    acts("an action of version 2", [["action", "v"], 2]),
    acts("without its action, which was not erased", [["action"]]),
    acts("as asked what was not", [["asked"], { ...action, args: {} }]),
    acts("as edited what was not", [["asked"], action]),
    acts("a version of an action that is none", [["action", "v"], 3]),
    part("other_action", "a question")("what was asked for, of a question", [["asked"], action]),
    part("other_action", "erased")("what was asked for, of what is erased", [["asked"], action]),
    part("other_action", "shown with evidence")("its evidence left out", [["action", "evidence"]]),
    part("other_action", "voted by two")("the action of another vote", [["action"], action]),
    part("other_action", "answered by a person")("another action than was answered", [
      ["action"],
      action,
    ]),
    part("other_action", "a question")("an action of a question", [["action"], action]),
    part("other_action", EDITED)("an edit told as what was asked", [
      ["asked"],
      proofNamed(made, EDITED).action,
    ]),
    part("other_action", EDITED)("what was asked told as what runs", [
      ["action"],
      proofNamed(made, EDITED).asked,
    ]),
    says("another reason", [
      ["said", 0, "value"],
      ["Nobody said this.", null],
    ]),
    says("words with another event", [["said", 0, "seq"], 1]),
    says("another salt", [["salt"], other.salt]),
    says("without the salt", [["salt"]]),
    says("with an empty salt", [["salt"], ""]),
    part("other_words", "rejected")("another reason for a rejection", [
      ["said", 1, "value"],
      "Yes, pay.",
    ]),
    part("other_words", "a question")("another answer", [["said", 1, "value", "text"], "South."]),
    part("other_policy", EDITED)("another text of the policy", [
      ["policies", 0, "rules", 0, "decision"],
      "allow",
    ]),
    part("other_policy", LATER)("a policy that decided another request", [
      ["policies"],
      proofNamed(made, "allowed by a rule").policies,
    ]),
    grafted(made, "other_policy", {
      from: "allowed by a rule",
      type: "policy.changed",
      part: "policies",
    }),
    grafted(made, "other_permission", {
      from: "by a permission",
      type: "permission.given",
      part: "permission",
    }),
    part("other_policy")("a policy that nobody put in force", [["policies"], [{ version: 1 }]]),
    part("other_policy", EDITED)("without the event that put its policy in force", [
      ["events", at(made, "policy.changed", EDITED)],
    ]),
    part("other_permission", "by a permission")("a wider permission", [
      ["permission", "scope"],
      "tool",
    ]),
    part("other_permission", "by a permission")("without the event that gave its permission", [
      ["events", at(made, "permission.given", "by a permission")],
    ]),
    part("other_permission")("a permission that nobody gave", [["permission"], { id: "prm_1" }]),
  ];
}
