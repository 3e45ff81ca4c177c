import { Section } from "../parts/section.tsx";
import { useAction } from "../parts/use-action.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { signOut } from "./sign-out.ts";

export function SignOut() {
  const { isBusy, error, run } = useAction();
  return (
    <Section
      title="Sign out"
      about="Ends the web session in this browser and clears its drafts. What you decided stands."
      actions={
        <Button busy={isBusy} onClick={() => run(signOut)}>
          Sign out
        </Button>
      }
    >
      {error === undefined ? null : <Notice kind="error">{error}</Notice>}
    </Section>
  );
}
