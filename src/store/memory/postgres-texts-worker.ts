import { named } from "../postgres/numbered-values.ts";
import { openReading } from "../postgres/open-reading.ts";
import type { ReadRows } from "../postgres/reading.ts";

/** A value can come to a quarter of a megabyte: so many are held at once. */
const PAGE = 128;

/* Two columns: either may be stored in another form, which has to be undone before they are one. */
const TEXTS = named(`select key, value from memory_entries
  where workspace = $workspace and agent = $agent and run = $run and key > $after
    and value is not null
  order by key limit ${PAGE}`);

interface TextRow {
  readonly key: string;
  readonly value: string;
}

type Place = readonly [workspace: string, agent: string, run: string];

/** Loaded by the thread that searches, which looks at each entry: its key on a line before its value. */
export function openTexts(url: string) {
  const reading = openReading(url, "search");
  return {
    /** Connects, so that no search has to wait for it. */
    async begin(): Promise<void> {
      await reading.within("", async () => {});
    },
    /** In the order of the keys, until `look` says that it has seen enough. */
    async each(place: Place, look: (text: string) => boolean): Promise<void> {
      await reading.within(place[0], async (read) => {
        for await (const { key, value } of textsOf(read, place)) {
          if (!look(`${key}\n${value}`)) return;
        }
      });
    },
  };
}

async function* textsOf(read: ReadRows, [workspace, agent, run]: Place): AsyncGenerator<TextRow> {
  for (let after = ""; ; ) {
    const page = await read<TextRow>(TEXTS, { workspace, agent, run, after });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.key;
  }
}
