import type { WorkspaceId } from "../../domain/id.ts";
import type { Session } from "../../domain/sessions/session.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Entry } from "../schema/write-row.ts";
import { markToRow, profileToRow, sessionEntryToRow, sessionToRow } from "./rows.ts";

export type SessionWrite = Extract<
  Write,
  { readonly type: `${"session" | "entry" | "mark" | "profile"}.${string}` }
>;

export function sessionEntry(workspace: WorkspaceId, write: SessionWrite): Entry {
  const at = (name: string) => `${workspace} ${name}`;
  switch (write.type) {
    case "session.insert": {
      const { session } = write;
      const places = [session.id, ...firstOf(session)].map(at);
      return { kind: write.type, rows: [sessionToRow(session)], places };
    }
    case "session.put": {
      const { session } = write;
      const places = [session.id, laneOf(session)].map(at);
      return { kind: write.type, rows: [sessionToRow(session)], places };
    }
    case "session.erase": {
      const { session } = write;
      return { kind: write.type, rows: [sessionToRow(session)], places: [at(session.id)] };
    }
    case "entry.insert": {
      const { entry } = write;
      return {
        kind: write.type,
        rows: [sessionEntryToRow(entry)],
        places: [at(`${entry.session} ${entry.seq}`)],
        within: [at(entry.session)],
      };
    }
    case "mark.put": {
      const { mark } = write;
      const kind = mark.version === 1 ? "mark.first" : "mark.next";
      const { channel, chatId, messageId, name } = mark;
      const places = [at(`mark ${JSON.stringify([channel, chatId, messageId, name])}`)];
      return { kind, rows: [markToRow(mark)], places };
    }
    case "profile.put": {
      const { profile } = write;
      const places = [at(`profile ${profile.agent}`)];
      return { kind: write.type, rows: [profileToRow(profile)], places };
    }
    default:
      throw new Error(`Unknown write ${String(write satisfies never)}`);
  }
}

/** What at most one session may be: what goes on from another, and what a schedule began. */
function firstOf({ agent, continues, scheduled }: Session): readonly string[] {
  return [
    ...(continues === undefined ? [] : [`continuation ${continues}`]),
    ...(scheduled === undefined ? [] : [`scheduled ${agent} ${scheduled}`]),
  ];
}

function laneOf({ agent, lane }: Session): string {
  return `lane ${agent} ${lane}`;
}
