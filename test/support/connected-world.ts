import { createReceive } from "../../src/core/hearing/receive.ts";
import { startDispatcher } from "../../src/core/hub/dispatch/dispatcher.ts";
import { startSharing } from "../../src/core/hub/dispatch/shared-questions.ts";
import type { World } from "../suites/earshot/world.ts";
import type { HubWorld } from "../suites/hub/world.ts";
import { createPlatforms } from "./platforms.ts";
import { type Inhabited, inhabit, inProcess, overHttp } from "./world.ts";

export function openConnectedInProcess(): Promise<HubWorld> {
  return openConnected(async (inhabited) => inProcess(inhabited));
}

export function openConnectedOverHttp(): Promise<HubWorld> {
  return openConnected(overHttp);
}

async function openConnected(see: (inhabited: Inhabited) => Promise<World>): Promise<HubWorld> {
  const platforms = createPlatforms();
  const inhabited = await inhabit(platforms.outlets);
  const { ctx } = inhabited;
  const faults: unknown[] = [];
  const onFault = (error: unknown) => void faults.push(error);
  const stopSharing = startSharing(ctx, { onFault });
  const stopDispatcher = startDispatcher(ctx, {
    random: () => 0.5,
    onFault,
  });
  const place = await platforms.enter("here", createReceive(ctx));
  const world = await see(inhabited);
  return {
    ...world,
    on: place.on,
    async close() {
      await place.close();
      await stopDispatcher();
      await stopSharing();
      await world.close();
      if (faults.length > 0) throw new AggregateError(faults, "Something could not be brought.");
    },
  };
}
