import type { Others } from "../../ports/store/others.ts";
import type { NoticeFigures } from "../../ports/system/node-figures.ts";

/** The same others, with how often they were heard. */
export function watchOthers(others: Others): { readonly others: Others; read(): NoticeFigures } {
  let heard = 0;
  let interruptions = 0;
  let catchUps = 0;
  let isHearing = false;
  return {
    others: {
      node: others.node,
      async listen(listener) {
        const end = await others.listen({
          reached(positions) {
            heard += 1;
            listener.reached(positions);
          },
          hearing(now, reason) {
            if (isHearing && !now) interruptions += 1;
            isHearing = now;
            listener.hearing(now, reason);
          },
        });
        isHearing = true;
        return end;
      },
      catchUp(workspace) {
        catchUps += 1;
        return others.catchUp(workspace);
      },
    },
    read: () => ({ heard, interruptions, catchUps, isHearing }),
  };
}
