import type { EarshotClient } from "../../client/client.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { ConversationId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";

const PAGE = 100;

/** The caller's newest conversation that is not completed. NOT_FOUND if there is none. */
export async function newestOpen(
  earshot: Pick<EarshotClient, "listLiaisons">,
): Promise<ConversationId> {
  let cursor: string | undefined;
  do {
    const page = await earshot.listLiaisons({ mine: true, limit: PAGE, ...present({ cursor }) });
    const open = page.items.find(
      ({ phase, erasedAt }) => phase !== "completed" && erasedAt === undefined,
    );
    if (open !== undefined) return open.id;
    cursor = page.next;
  } while (cursor !== undefined);
  throw new EarshotError(
    "NOT_FOUND",
    'You have no conversation that is open. Begin one: npx earshot liaise "I need …", or say more in one that is completed: npx earshot liaise --id cnv_…',
  );
}
