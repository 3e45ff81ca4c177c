import { EarshotError } from "../../domain/errors.ts";

/** Throws if the server has no inbox to open: a link would be wasted. */
export async function requirePage(server: string, signal: AbortSignal): Promise<void> {
  const { ok } = await fetch(new URL("/sign-in", server), { method: "HEAD", signal }).catch(
    (cause: unknown) => {
      throw new EarshotError(
        "UNREACHABLE",
        `The server at ${server} does not answer. npx earshot start starts one.`,
        { cause },
      );
    },
  );
  if (ok) return;
  throw new EarshotError(
    "NOT_FOUND",
    `The server at ${server} has no inbox: its page has not been built. Run npm run build in its clone and start it again.`,
    { details: { server } },
  );
}
