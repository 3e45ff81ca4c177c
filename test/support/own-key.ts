import type { CreatedKey, CreateKeyInput, Earshot } from "../../src/ports/earshot/earshot.ts";

/** A key in the hands of its holder: a person is invited to it and accepts. */
export async function ownKey(
  by: Pick<Earshot, "createKey" | "acceptInvitation">,
  input: CreateKeyInput,
): Promise<CreatedKey> {
  const made = await by.createKey(input);
  if (made.key.invitation === undefined) return made;
  return await by.acceptInvitation({ invitation: made.secret });
}
