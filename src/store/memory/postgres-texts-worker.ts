import { named } from "../postgres/numbered-values.ts";
import { openReading } from "../postgres/open-reading.ts";
import type { ReadRows } from "../postgres/reading.ts";

/** How many values are held at once; one can take a quarter of a megabyte. */
const PAGE = 128;

/* Two columns: each may be encoded, and must be decoded before they are joined. */
const TEXTS = named(`select key, value from memory_entries
  where workspace = $workspace and agent = $agent and run = $run and key > $after
    and value is not null
  order by key limit ${PAGE}`);

interface TextRow {
  readonly key: string;
  readonly value: string;
}

type Place = readonly [workspace: string, agent: string, run: string];

/** Loaded by the search thread, which looks at each entry: the key on a line before the value. */
export function openTexts(url: string) {
  const reading = openReading(url, "search");
  return {
    /** Connects early, so that no search has to wait. */
    async begin(): Promise<void> {
      await reading.within("", async () => {});
    },
    /** In the order of keys, until `look` has seen enough. */
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
