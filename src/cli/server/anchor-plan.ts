import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { EarshotError } from "../../domain/errors.ts";
import { HOUR_MS, MINUTE_MS } from "../../domain/time.ts";
import type { AnchorNotes, AnchorPlace, AnchorPlan } from "../../ports/system/anchor-places.ts";
import { authorityPlace, stampsBeside } from "../../system/anchors/authority.ts";
import { addressPlace, filePlace } from "../../system/anchors/places.ts";
import { type AnchoredPlace, anchoringNote } from "../../system/backup-notes.ts";
import { dataPaths } from "../../system/data-folder.ts";
import { duration } from "../terminal/command.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { durationOf } from "./limits.ts";
import { namesOf } from "./reach.ts";

/** What the command line says of anchors elsewhere; the environment supplies what it leaves open. */
export interface AnchorOptions {
  readonly anchorTo?: readonly string[];
  readonly anchorTsa?: readonly string[];
  readonly anchorEvery?: number;
  /** The server's own anchor, beside which time stamps are kept. */
  readonly anchor?: string;
  readonly anchorMethod: "put" | "post";
  readonly standIn?: true;
}

const LEAST_MS = MINUTE_MS;

export function addAnchorOptions(command: Command): Command {
  return command
    .option(
      "--anchor-to <place...>",
      "files or addresses elsewhere that the newest checkpoints go to as well",
    )
    .option(
      "--anchor-tsa <url...>",
      "time-stamping authorities of RFC 3161 that are to stamp the newest checkpoints",
    )
    .option("--anchor-every <duration>", "how often they go there; 1h where absent", duration)
    .addOption(
      new Option("--anchor-method <method>", "how an address is called")
        .choices(["put", "post"])
        .default("put"),
    );
}

/** Undefined if nothing says that this server writes its anchor elsewhere. */
export function anchorPlan(
  { options: { data }, environment }: RunContext,
  options: AnchorOptions,
): AnchorPlan | undefined {
  const to = options.anchorTo ?? namesOf(environment.anchorTo) ?? [];
  const authorities = options.anchorTsa ?? namesOf(environment.anchorTsa) ?? [];
  const everyMs =
    options.anchorEvery ?? durationOf("EARSHOT_ANCHOR_EVERY", environment.anchorEvery);
  if (options.standIn === true) return undefined;
  if (to.length + authorities.length === 0) {
    if (everyMs !== undefined)
      throw refusal("--anchor-every needs --anchor-to PLACE or --anchor-tsa URL.");
    return undefined;
  }
  if (everyMs !== undefined && everyMs < LEAST_MS) {
    throw refusal("Anchors elsewhere are written at least a minute apart.");
  }
  const method = options.anchorMethod === "put" ? "PUT" : "POST";
  const places = to.map((place) =>
    /^[a-z][a-z0-9+.-]+:\/\//i.test(place)
      ? addressPlace(place, { method, token: environment.anchorToken })
      : filePlace(place),
  );
  const stamps = stampsBeside(resolve(options.anchor ?? dataPaths(data).anchor));
  places.push(...authorities.map((url) => authorityPlace(url, { stamps })));
  return { everyMs: everyMs ?? HOUR_MS, places, notes: notesIn(data) };
}

function refusal(why: string): EarshotError {
  return new EarshotError("INVALID_INPUT", `${why} The server was not started.`);
}

/** For `doctor`: where the server of this folder writes its anchor from now on. */
export function noteAnchoring(
  { options: { data } }: RunContext,
  plan: AnchorPlan | undefined,
): void {
  if (plan === undefined) {
    anchoringNote.remove(data);
    return;
  }
  const before = anchoringNote.read(data);
  const places = plan.places.map((place) => notedAs(place, before?.places));
  const since = before?.since ?? new Date().toISOString();
  anchoringNote.write(data, { everyMs: plan.everyMs, since, places });
}

function notedAs(place: AnchorPlace, noted: readonly AnchoredPlace[] = []): AnchoredPlace {
  const id = idOf(place);
  return noted.find((one) => one.id === id) ?? { id, name: place.name };
}

/** Not the address itself, of which a part may be a secret. */
function idOf({ id }: AnchorPlace): string {
  return createHash("sha256").update(id).digest("hex").slice(0, 16);
}

function notesIn(data: string): AnchorNotes {
  const { root } = dataPaths(data);
  function note(place: AnchorPlace, change: Partial<AnchoredPlace>): void {
    const known = anchoringNote.read(root);
    if (known === undefined) return;
    const { failed: _failed, ...rest } = notedAs(place, known.places);
    const others = known.places.filter(({ id }) => id !== rest.id);
    anchoringNote.write(root, { ...known, places: [...others, { ...rest, ...change }] });
  }
  return {
    doneMs(place) {
      const { doneAt } = notedAs(place, anchoringNote.read(root)?.places);
      return doneAt === undefined ? undefined : Date.parse(doneAt);
    },
    done: (place) => note(place, { doneAt: new Date().toISOString() }),
    failed: (place, why) => note(place, { failed: { at: new Date().toISOString(), why } }),
  };
}
