import type { OpenAuthorization, Shown } from "../../src/domain/requests/request.ts";
import type { AuthorizeInput, Presence } from "../../src/ports/earshot/authority.ts";
import type { CallOptions } from "../../src/ports/earshot/call.ts";
import type { Attack } from "./attack.ts";
import type { Part, Scene } from "./scene.ts";

interface Decision {
  readonly id: string;
  readonly does: string;
  readonly like: string;
  readonly refusal: string;
  readonly by: Part;
  readonly asked?: Partial<AuthorizeInput>;
  readonly before?: (scene: Scene) => Promise<unknown>;
  readonly presence?: (request: Shown<OpenAuthorization>) => Presence;
  readonly options?: CallOptions;
}

/** Somebody approves what they may not approve. */
export function approval({ by, asked, before, presence, options, ...attack }: Decision): Attack {
  return {
    ...attack,
    async prepare(scene) {
      await before?.(scene);
      const request = await scene.seek(asked);
      const { digest } = request.authorization;
      const voter = await scene.as(by);
      const input = { id: request.id, digest, ...presence?.(request) };
      return () => voter.approve(input, options);
    },
  };
}

/** Somebody uses a right that their key does not carry. */
export function deed(
  by: Part,
  {
    id,
    does,
    like,
    refusal,
    act,
  }: Pick<Attack, "id" | "does" | "like" | "refusal"> & {
    readonly act: (
      as: Awaited<ReturnType<Scene["as"]>>,
      at: { readonly scene: Scene; readonly request: Shown<OpenAuthorization> },
    ) => Promise<unknown>;
  },
): Attack {
  return {
    id,
    does,
    like,
    refusal,
    async prepare(scene) {
      const request = await scene.seek();
      const as = await scene.as(by);
      return () => act(as, { scene, request });
    },
  };
}
