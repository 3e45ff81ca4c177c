import type { OpenAuthorization } from "../../../domain/requests/request.ts";
import { isWide } from "../../browser/width.ts";
import { useActing } from "../pane/acting.ts";
import type { BodyProps } from "../pane/body-props.ts";
import { Problem } from "../pane/problem.tsx";
import { MoreActions } from "./more-actions.tsx";
import { RevokeButton } from "./revoke-button.tsx";
import { WhoCan } from "./who-can.tsx";

/** Stands in the place of what decides: nothing here does, by whatever key. */
export function OthersBar(props: BodyProps<OpenAuthorization>) {
  const { request, detail, reload, onDecided } = props;
  const acting = useActing(reload);
  const more = (
    <MoreActions detail={detail} acting={acting} onDecided={onDecided} reload={reload}>
      <RevokeButton {...props} />
    </MoreActions>
  );
  return (
    <>
      {isWide.value ? null : more}
      <section class="decide" aria-label="For others">
        <Problem text={acting.error} />
        {request.forOthers === undefined ? null : (
          <WhoCan forOthers={request.forOthers} what="decide" />
        )}
        {isWide.value ? more : null}
      </section>
    </>
  );
}
