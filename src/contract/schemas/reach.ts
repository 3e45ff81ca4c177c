import { z } from "zod";
import { MOVES, POWERS } from "../../domain/alone/world.ts";
import { PolicyVerdict } from "./authority.ts";
import { JsonObject } from "./values.ts";

const AloneStep = z
  .strictObject({
    move: z.enum(MOVES),
    says: z.string().meta({ description: "The sentence begins with the person's name." }),
  })
  .meta({ id: "AloneStep", description: "One thing that a person does on the way." });

const Reach = z
  .strictObject({
    tool: z.string(),
    args: JsonObject,
    verdict: PolicyVerdict,
    power: z.enum(POWERS).meta({
      description:
        "`authors`: they write the call and it runs. `decides`: another's agent seeks it, and their yes is enough. `unasked`: it runs as soon as an agent seeks it. `nothing`: it takes somebody else.",
    }),
    steps: z.array(AloneStep),
  })
  .meta({ id: "Reach", description: "What a call that a rule decides is to one person alone." });

export const PersonsReach = z
  .strictObject({
    name: z.string(),
    role: z.enum(["owner", "approver", "viewer"]),
    reach: z.array(Reach),
    unseen: z.array(z.string()).meta({
      description: "Names of rules for which no call was found, of which nothing is said.",
    }),
  })
  .meta({ id: "PersonsReach", description: "What one person could bring about alone." });
