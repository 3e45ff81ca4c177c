import type { ViewEvidence } from "../../domain/evidence/evidence-view.ts";
import type { SchemaCheck } from "../../domain/form-dialect.ts";
import type { ConversationId, DeploymentId, WorkspaceId } from "../../domain/id.ts";
import type { Liaison } from "../../domain/liaison/liaison.ts";
import { DEFAULT_MAX_HOLD_MS, DEFAULT_MAX_OPEN } from "../../domain/limits.ts";
import { deploymentOf, NAMING_EVENT } from "../../domain/log/deployment.ts";
import type { Expressions } from "../../domain/policy/expressions/expression.ts";
import { type Timestamp, toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { Statements } from "../../domain/votes/statement.ts";
import type { Outbound } from "../../ports/channels/outbound.ts";
import type { Outlets } from "../../ports/channels/outlets.ts";
import type { Push } from "../../ports/channels/push.ts";
import type { AuditReader } from "../../ports/earshot/audit.ts";
import type { RunsReader } from "../../ports/earshot/runs.ts";
import type { LiaisonMind } from "../../ports/model/liaison-turns.ts";
import type { GraphStore } from "../../ports/store/graph-store.ts";
import type { InboxReader } from "../../ports/store/inbox-reader.ts";
import type { Others, Turns } from "../../ports/store/others.ts";
import type { PatternSearch } from "../../ports/store/pattern-search.ts";
import type { Change, CommitListener, Store } from "../../ports/store/store.ts";
import type { Anchor } from "../../ports/system/anchor.ts";
import type { Clock, SteadyClock } from "../../ports/system/clock.ts";
import type { Digest } from "../../ports/system/digest.ts";
import type { ProcessFigures } from "../../ports/system/figures.ts";
import type { Ids } from "../../ports/system/ids.ts";
import type { Passkeys } from "../../ports/system/passkeys.ts";
import type { Signer } from "../../ports/system/signer.ts";
import { NO_TRACES, type TraceParent, type Traces } from "../../ports/system/traces.ts";
import type { Vault } from "../../ports/system/vault.ts";
import { createEventTail, type EventTail } from "../waking/event-tail.ts";
import { createFollowing, type Following } from "../waking/follow-nodes.ts";
import { type Bells, createBells } from "../waking/session-waiters.ts";
import { createWaiters, type Waiters } from "../waking/waiters.ts";
import { createWriteListeners, type OnWrite } from "../waking/write-listeners.ts";
import { boundOpen } from "./bound-open.ts";
import { callingBack } from "./calling-back.ts";
import { type ChannelHearings, createChannelHearings } from "./channel-hearings.ts";
import { type Commit, createGroupCommit } from "./group-commit.ts";
import { createExperience, type Experience } from "./liaison-experience-cache.ts";
import { localTurns } from "./one-at-a-time.ts";
import { createPeople, type People } from "./people-cache.ts";
import { createPolicies, type Policies } from "./policy-cache.ts";
import { createInvalidations, type Invalidations } from "./read-through-cache.ts";
import { createStandingAnswers, type StandingAnswers } from "./standing-answer-cache.ts";
import { steadied } from "./steady-clock.ts";
import { createTally, type TallyBook } from "./tally.ts";
import { unlessWaiting } from "./unless-waiting.ts";

/** What the core needs from outside. */
export interface Ports {
  readonly store: Store;
  readonly audit: AuditReader;
  readonly search: PatternSearch;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly digest: Digest;
  readonly checkSchema: SchemaCheck;
  /** Loads the evaluator of a policy's expressions. */
  readonly expressions: () => Promise<Expressions>;
  readonly process: ProcessFigures;
  readonly signer: Signer;
  readonly vault: Vault;
  readonly anchor: Anchor;
  readonly passkeys: Passkeys;
  readonly statements: Statements;
  readonly inbox: InboxReader;
  readonly graph: GraphStore;
  readonly runs: RunsReader;
  readonly liaison: LiaisonMind;
  /** A graph database that mirrors the store's graph and is queried in its place. */
  readonly graphMirror?: GraphStore | undefined;
  /** Without it there are no channels of other platforms. */
  readonly outlets?: Outlets | undefined;
  /** Without it no program is called when a request closes. */
  readonly outbound?: Outbound | undefined;
  /** Without it no evidence is drawn, and nothing that has any is approved in a chat. */
  readonly viewEvidence?: ViewEvidence | undefined;
  /** Without it no device is notified. */
  readonly push?: Push | undefined;
  /** What people read who have chosen no language; English if absent. */
  readonly language?: string | undefined;
  /** Without it nothing is traced. */
  readonly traces?: Traces;
  /** Present if other nodes write to the same store. */
  readonly others?: Others | undefined;
  /** Turns across all nodes; by default only within this process. */
  readonly turns?: Turns | undefined;
}

export interface Limits {
  /** How long a host may be silent before another takes over its sessions; 30,000 by default. */
  readonly sessionLeaseMs?: number | undefined;
  /** The longest time one call may wait. */
  readonly maxHoldMs: number;
  /** How many open requests one agent may have. */
  readonly maxOpen: number;
}

const DEFAULT_LIMITS: Limits = { maxHoldMs: DEFAULT_MAX_HOLD_MS, maxOpen: DEFAULT_MAX_OPEN };

/** The first argument of every use case. */
export interface Context extends Ports {
  readonly clock: SteadyClock;
  readonly limits: Limits;
  readonly traces: Traces;
  readonly turns: Turns;
  readonly following: Following;
  /** Tells caches what has changed. */
  readonly invalidations: Invalidations;
  readonly commit: Commit;
  readonly waiters: Waiters;
  readonly tail: EventTail;
  readonly tally: TallyBook;
  readonly policies: Policies;
  readonly people: People;
  readonly bells: Bells;
  readonly standing: StandingAnswers;
  readonly talks: Talks;
  readonly experience: Experience;
  readonly hearings: ChannelHearings;
  /** The name of this deployment; undefined before it has a first owner. */
  readonly deployment: () => Promise<DeploymentId | undefined>;
  /**
   * Adds a listener that hears each change once it is on disk. If it throws, that change's caller
   * gets the error.
   */
  readonly onCommit: (listener: CommitListener) => void;
  readonly onWrite: OnWrite;
}

/**
 * The turns being made in this process. A second caller that wants the same turn waits for the
 * first.
 */
interface Talks {
  join(
    of: { readonly workspace: WorkspaceId; readonly id: ConversationId },
    take: () => Promise<Liaison>,
  ): Promise<Liaison>;
  /** Resolves when no turn is under way. */
  idle(): Promise<void>;
}

/** A batch links to this many of its calls. Backends accept 128 links and drop the rest. */
const MAX_LINKS = 64;

/** Wraps a group commit when spans are recorded. */
interface TracedCommits {
  readonly store: Pick<Store, "commit">;
  /**
   * Makes a request remember the span that asked it, and a batch link to the calls whose changes it
   * takes.
   */
  around(commit: Commit): Commit;
}

export function createContext(given: Ports, limited: Partial<Limits> = {}): Context {
  const clock = steadied(given.clock);
  const ports = { ...given, clock };
  const limits = { ...DEFAULT_LIMITS, ...limited };
  const waiters = createWaiters();
  const tail = createEventTail();
  const following = createFollowing({ ...ports, tail, waiters });
  const invalidations = createInvalidations(following);
  const { onWrite, committed } = createWriteListeners();
  const listeners: CommitListener[] = [
    ({ workspace }, result) => {
      if (result.outcome === "committed") following.committed(workspace, result.events);
    },
    // First, because a caller woken by a write must not find the old value in a cache.
    invalidations.committed,
    committed,
  ];
  onWrite("request_waiters", ({ request }) => {
    if (request.status !== "open") waiters.wake(request);
  });
  const traces = ports.traces ?? NO_TRACES;
  const traced = traces.isOn ? traceCommits(ports.store, traces) : undefined;
  const grouped = createGroupCommit(traced?.store ?? ports.store, ports.clock, listeners);
  const commitHere = traced?.around(grouped) ?? grouped;
  const isShared = ports.others !== undefined;
  const shared = isShared ? commitAmongOthers(commitHere, following) : commitHere;
  const bound = boundOpen(shared, { store: ports.store, maxOpen: limits.maxOpen });
  const people = createPeople(ports.store, invalidations);
  const called = callingBack(bound, { ...ports, people });
  const commit = unlessWaiting(called, clock);
  // What another node has logged is how late it is, also where this one waits for a person.
  following.onEvent(({ at }) => clock.reached(toMs(at)));
  const tally = createTally({ clock: ports.clock, commit });
  const onCommit = (add: CommitListener) => listeners.push(add);
  const policies = createPolicies(ports, invalidations);
  const bells = createBells(ports.clock, { following, onWrite });
  const standing = createStandingAnswers(ports.store, { invalidations, isShared });
  const turns = ports.turns ?? localTurns(ports.store);
  const { termsOf } = ports.liaison;
  const experience = createExperience({ ...ports, termsOf });
  const hearings = createChannelHearings(ports.clock);
  following.onEvent(hearings.told);
  const own = {
    limits,
    traces,
    turns,
    following,
    invalidations,
    waiters,
    tail,
    tally,
    policies,
    people,
    bells,
    standing,
    talks: createTalks(),
    experience,
    hearings,
    deployment: createDeployment(ports.store),
  };
  return { ...ports, ...own, commit, onCommit, onWrite };
}

/** A conflict may come from another node, so its events are read before anybody plans again. */
function commitAmongOthers(commit: Commit, following: Following): Commit {
  return async (change) => {
    const result = await commit(change);
    if (result.outcome === "conflict") await following.catchUp(change.workspace).catch(() => {});
    return result;
  };
}

/** Read once: the beginning of a log never changes. */
function createDeployment(store: Store): Context["deployment"] {
  const { workspace, seq } = NAMING_EVENT;
  let known: DeploymentId | undefined;
  return async () => {
    if (known !== undefined) return known;
    const [event] = await store.readLog({ workspace, after: seq - 1, limit: 1 });
    known = deploymentOf(event);
    return known;
  };
}

export function nowOf(ctx: Pick<Context, "clock">): Timestamp {
  return toTimestamp(ctx.clock.now());
}

function createTalks(): Talks {
  const underWay = new Map<string, Promise<Liaison>>();
  return {
    join({ workspace, id }, take) {
      const name = `${workspace} ${id}`;
      const known = underWay.get(name);
      if (known !== undefined) return known;
      const taking = take().finally(() => underWay.delete(name));
      underWay.set(name, taking);
      return taking;
    },
    async idle() {
      while (underWay.size > 0) await Promise.allSettled(underWay.values());
    },
  };
}

/** One span per batch: a child of the first call, with links to the others. */
function traceCommits(store: Pick<Store, "commit">, traces: Traces): TracedCommits {
  const places = new WeakMap<Change, TraceParent>();
  return {
    store: {
      commit(changes) {
        const [parent, ...links] = new Set(changes.flatMap((change) => places.get(change) ?? []));
        const facts = { "earshot.commit.changes": changes.length };
        const start = { name: "commit", parent, links: links.slice(0, MAX_LINKS), facts };
        return traces.run(start, () => store.commit(changes));
      },
    },
    around: (commit) => (change) => {
      const place = traces.current()?.place;
      if (place === undefined) return commit(change);
      const marked = withTrace(change, place);
      places.set(marked, place);
      return commit(marked);
    },
  };
}

function withTrace(change: Change, trace: TraceParent): Change {
  const writes = change.writes.map((write) =>
    write.type === "request.insert" ? { ...write, trace } : write,
  );
  return { ...change, writes };
}
