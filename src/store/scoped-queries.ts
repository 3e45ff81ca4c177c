import type { WorkspaceId } from "../domain/id.ts";
import { EVERY_WORKSPACE, type PostgresDatabase, type Scope } from "./postgres/database.ts";
import { createQueries, type Queries } from "./queries.ts";
import { postgresDialect } from "./schema/postgres-dialect.ts";

interface InWorkspace {
  readonly workspace: WorkspaceId;
}

/** The first argument is the workspace. */
const first = (workspace: WorkspaceId): Scope => workspace;
/** The first argument names the workspace, a place of the memory, or an entry of it. */
const named = ({ workspace }: InWorkspace): Scope => workspace;
const placed = ({ place }: { readonly place: InWorkspace }): Scope => place.workspace;
const referred = ({ ref }: { readonly ref: InWorkspace }): Scope => ref.workspace;
/** Asked before anybody knows the workspace, or of all workspaces. */
const every = (): Scope => EVERY_WORKSPACE;

type ScopeOf<Read extends (...args: never) => unknown> = (...args: Parameters<Read>) => Scope;

/** Whose rows each read may see. A read that is missing here does not compile. */
const SCOPES: { readonly [Name in keyof Queries]: ScopeOf<Queries[Name]> } = {
  findOnce: named,
  findSetBack: first,
  listWorkspaces: every,
  countMigrations: every,
  tallySince: named,

  listRequests: named,
  dueRequests: every,
  nextExpiry: every,
  heldRequests: every,
  nextHeld: every,
  countOpen: first,

  countOpenAuthorizations: first,
  oldestAuthorizations: first,
  findSealed: first,
  findTrace: first,
  findGrants: first,
  findPermission: first,
  currentPolicy: first,
  findPolicy: first,
  toolOffers: first,
  listToolPins: first,
  findToolDefinition: first,
  findPassphrase: first,
  findPrincipal: first,
  lastCheckpoint: first,

  signerEntries: first,
  listStatements: first,

  findTicket: every,
  listTickets: first,
  findPasskey: every,
  listPasskeys: first,
  listPrincipals: first,
  findPrincipalByName: named,
  listKeys: first,
  listInvitations: first,
  scrapeKeys: every,

  findClaim: first,
  findAssignment: first,
  findReplies: first,
  findTest: first,
  listTests: first,
  listDeliveries: first,
  findSnooze: named,
  latestConversations: named,
  findConversation: first,
  listConversations: named,
  findMessage: first,
  listMessages: named,

  findMemoryVersion: named,
  listMemory: placed,
  listMemoryVersions: referred,

  readEvents: named,
  readLog: named,
  readTree: named,
  retentionPage: named,
  wordsPage: named,

  findDelivery: first,
  listOutbox: named,
  deliveriesOf: first,
  deliveryOfNonce: every,
  deliveryOfPost: every,
  deliveriesTo: named,
  standingIn: named,
  deliveriesBehind: first,
  countQueued: first,
  countQueuedFor: named,
  countFailed: first,
  oldestQueued: first,
  countSentTo: named,
  heldUntil: named,
  findLink: first,
  linkOfAccount: every,
  listLinks: first,
  listAttention: first,
  listSubscriptions: first,
  hasSubscriptions: every,
  askersBehind: first,
  stoppedRiders: every,

  findSession: first,
  listSessions: named,
  continuationOf: first,
  sessionWaitingFor: first,
  sessionScheduled: named,
  claimableSessions: named,
  nextClaimEnd: first,
  sessionAt: named,
  countSessions: named,
  listSessionEntries: named,
  findMark: named,
  dueMarks: every,
  nextMark: every,
  listMarksOn: every,
  findAgentProfile: first,
  listAgentProfiles: first,

  findLiaison: first,
  listLiaisons: named,
  dueLiaisons: every,
  nextLiaison: every,

  findContent: first,
  listContents: first,
  agedUploads: named,
  contentUsage: first,
};
const KEPT = 1_000;

/** The reads that are the same on every engine, each within its scope. */
export function createScopedQueries(database: PostgresDatabase): Queries {
  const queries = new Map<Scope, Queries>();

  function within(scope: Scope): Queries {
    const known = queries.get(scope);
    if (known !== undefined) return known;
    if (queries.size >= KEPT) queries.clear();
    const made = createQueries(database.kysely(scope), postgresDialect);
    queries.set(scope, made);
    return made;
  }

  type Read = (...args: readonly unknown[]) => Promise<unknown>;
  type ScopeOfRead = (...args: readonly unknown[]) => Scope | undefined;
  const scoped = (Object.keys(SCOPES) as (keyof Queries)[]).map((name) => {
    const scopeOf = SCOPES[name] as ScopeOfRead;
    const read: Read = async (...args) => {
      const scope = scopeOf(...args);
      if (scope === undefined) throw new Error(`Nothing says whose rows ${name} may read.`);
      return await (within(scope)[name] as Read)(...args);
    };
    return [name, read];
  });
  return Object.fromEntries(scoped) as Queries;
}
