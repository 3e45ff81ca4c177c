import type { WordsRow } from "../../ports/earshot/words.ts";
import { REQUESTS } from "./erase-requests.ts";
import { LIAISONS } from "./erase-said.ts";
import { type Eraser, idOf } from "./pursuit.ts";

/** The first part of the key is the id of the request or conversation that it belongs to. */
const ownersOf = (row: WordsRow): Eraser => (idOf(row).startsWith("req_") ? REQUESTS : LIAISONS);

/** What was pasted and attached goes with the whole of what it belongs to. */
export const CONTENTS: Eraser = {
  // Other bytes would not be those of the digest.
  keeps: ["text"],
  look: (pursuit, row) => ownersOf(row).look(pursuit, row),
  async close(pursuit, row) {
    await ownersOf(row).close?.(pursuit, row);
  },
  // That of the person's own conversations has gone with those, which come first.
  holds: ({ matter }) => matter.kind === "about",
  async take(pursuit, row) {
    await ownersOf(row).take?.(pursuit, row);
  },
};
