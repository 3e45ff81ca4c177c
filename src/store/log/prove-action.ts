import { EarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import {
  type ActionProof,
  isAboutAction,
  type PlacedEvent,
  type Said,
} from "../../domain/log/action-proof.ts";
import { committedPermission, committedWords } from "../../domain/log/committed.ts";
import type { Event } from "../../domain/log/event.ts";
import type { EventType } from "../../domain/log/event-types.ts";
import { present } from "../../domain/present.ts";
import type {
  AuthorizationRequest,
  QuestionRequest,
  Request,
} from "../../domain/requests/request.ts";
import type { Digest } from "../../ports/system/digest.ts";
import { rowToPermission, rowToPolicy } from "../authority/rows.ts";
import { rowToEvent } from "../events/rows.ts";
import type { Reads, RunReads } from "../record-check/readings.ts";
import { rowToRequest } from "../requests/rows.ts";
import { EVENTS_BY_SUBJECT } from "../schema/dialect.ts";
import type { Row } from "../schema/tables.ts";
import { proveEvents } from "./prove-event.ts";

export interface ActionToProve {
  readonly workspace: string;
  readonly request: RequestId;
  readonly digest: Pick<Digest, "action" | "content">;
}

/** The request with everything that the log says of it, and what it takes to check that. */
export async function proveAction(run: RunReads, wanted: ActionToProve): Promise<ActionProof> {
  const { workspace, request: id, digest } = wanted;
  const { request, events, policies, permission } = await run(readAction(workspace, id));
  const proved = await proveEvents(run, { workspace, seqs: events.map(({ seq }) => seq) });
  const checkpoints = [...new Set(proved.map(({ proof }) => proof.checkpoint))];
  const placed: readonly PlacedEvent[] = proved.map(({ event, proof }) => ({
    event,
    checkpoint: checkpoints.indexOf(proof.checkpoint),
    path: proof.path,
  }));
  const base = { v: 1, request: id, checkpoints, events: placed, said: [], policies } as const;
  const ground = present({ permission });
  if (request.erasedAt !== undefined) return { ...base, ...ground };
  const { salt } = request;
  return {
    ...base,
    ...ground,
    salt,
    said: saidIn(request, { events, digest }),
    ...(isAboutAction(base) && actionsOf(request, digest)),
  };
}

interface ActionRows {
  readonly request: Request;
  readonly events: readonly Event[];
  readonly policies: readonly JsonObject[];
  readonly permission?: JsonObject | undefined;
}

/** All of one moment. */
function* readAction(workspace: string, id: RequestId): Reads<ActionRows> {
  const [row] = yield {
    text: "select * from requests where workspace = ? and id = ?",
    values: [workspace, id],
  };
  if (row === undefined) throw notFound(id);
  const request = rowToRequest(row as unknown as Row<"requests">);
  const own = yield* eventsAbout({ workspace, subjects: [id] });
  const permission = yield* readPermission(workspace, own);
  const policies = yield* readPolicies(workspace, own);
  const grounds = [...policies.applied, ...(permission === undefined ? [] : [permission.given])];
  const people = [...own, ...grounds].flatMap(({ actor, agent }) => [actor, agent]);
  const made = yield* eventsAbout({
    workspace,
    subjects: [...new Set(people.filter((one) => one !== undefined))],
    types: ["principal.created"],
  });
  const events = [...own, ...grounds, ...made];
  return {
    request,
    events: events.toSorted((one, other) => one.seq - other.seq),
    policies: policies.texts,
    permission: permission?.terms,
  };
}

interface EventsAbout {
  readonly workspace: string;
  readonly subjects: readonly string[];
  readonly types?: readonly EventType[];
}

function* eventsAbout({ workspace, subjects, types = [] }: EventsAbout): Reads<readonly Event[]> {
  if (subjects.length === 0) return [];
  const ofTypes = types.length === 0 ? "" : ` and type in (${marks(types)})`;
  const rows = yield {
    text: `select workspace, seq, type, at, actor, subject, agent, data from events
      where workspace = ? and seq in
        (select seq from ${EVENTS_BY_SUBJECT} where workspace = ? and subject in (${marks(subjects)}))${ofTypes}
      order by seq`,
    values: [workspace, workspace, ...subjects, ...types],
  };
  return (rows as unknown as Row<"events">[]).map(rowToEvent);
}

/** The permission that one of the events says was used, with the event that gave it. */
function* readPermission(
  workspace: string,
  events: readonly Event[],
): Reads<{ readonly terms: JsonObject | undefined; readonly given: Event } | undefined> {
  const id = events.findLast(({ data }) => data?.permission !== undefined)?.data?.permission;
  if (id === undefined) return undefined;
  const [given] = yield* eventsAbout({ workspace, subjects: [id], types: ["permission.given"] });
  if (given === undefined) return undefined;
  const [row] = yield {
    text: "select * from permissions where workspace = ? and id = ?",
    values: [workspace, id],
  };
  if (row === undefined) return { given, terms: undefined };
  const permission = rowToPermission(row as unknown as Row<"permissions">);
  return { given, terms: committedPermission(permission) as unknown as JsonObject };
}

/** Each revision that an event names, and who put it in force: the last time before that event. */
function* readPolicies(
  workspace: string,
  events: readonly Event[],
): Reads<{ readonly applied: readonly Event[]; readonly texts: readonly JsonObject[] }> {
  const changes = yield* eventsAbout({
    workspace,
    subjects: [workspace],
    types: ["policy.changed"],
  });
  const applied = new Set(
    events.flatMap(({ seq, data }) => {
      const change = changes.findLast(
        (one) => one.seq < seq && one.data?.revision === data?.revision,
      );
      return change === undefined || data?.revision === undefined ? [] : [change];
    }),
  );
  if (applied.size === 0) return { applied: [], texts: [] };
  const revisions = [...new Set([...applied].map(({ data }) => String(data?.revision)))];
  const rows = yield {
    text: `select revision, source, at from policies where workspace = ? and revision in (${marks(revisions)}) order by revision`,
    values: [workspace, ...revisions],
  };
  const texts = (rows as unknown as Row<"policies">[]).map((row) => rowToPolicy(row).source);
  return { applied: [...applied], texts };
}

/** Whatever words are behind a digest in an event, wherever the request keeps them. */
function saidIn(
  request: Request,
  { events, digest }: { readonly events: readonly Event[] } & Pick<ActionToProve, "digest">,
): readonly Said[] {
  const { salt } = request;
  const words = new Map(wordsOf(request).map((value) => [digest.content(salt, value), value]));
  return events.flatMap(({ seq, data }) =>
    (["digest", "words"] as const).flatMap((fact) => {
      const value = words.get(data?.[fact] ?? "");
      return value === undefined ? [] : [{ seq, fact, value }];
    }),
  );
}

function wordsOf(request: Request): readonly unknown[] {
  const { askedBack = [] } = request;
  const words = [
    ...askedBack.flatMap(({ text, answer }) => [text, answer?.text]),
    ...(request.kind === "question" ? wordsOfQuestion(request) : wordsOfAuthorization(request)),
    "reason" in request ? request.reason : undefined,
    request.status === "assumed" ? request.assumption : undefined,
  ];
  return words.filter((one) => one !== undefined);
}

function wordsOfQuestion(request: QuestionRequest): readonly unknown[] {
  return [request.question, request.status === "answered" ? request.answer : undefined];
}

function wordsOfAuthorization(request: AuthorizationRequest): readonly unknown[] {
  const { authorization } = request;
  return [
    committedWords(authorization),
    authorization.edit?.note,
    ...authorization.votes.map(({ note }) => note),
    request.status === "responded" ? request.response : undefined,
  ];
}

/** The agent's arguments before an edit; of one that changed evidence as well they alone are left. */
function actionsOf(
  request: Request,
  digest: ActionToProve["digest"],
): Pick<ActionProof, "action" | "asked"> {
  if (request.kind !== "authorization") return {};
  const { action, edit } = request.authorization;
  if (edit === undefined) return { action };
  const asked = { ...action, args: edit.args };
  return digest.action(asked) === edit.digest ? { action, asked } : { action };
}

function notFound(id: RequestId): EarshotError {
  return new EarshotError("NOT_FOUND", `There is no request ${id}.`, { details: { id } });
}

function marks(values: readonly unknown[]): string {
  return values.map(() => "?").join(", ");
}
