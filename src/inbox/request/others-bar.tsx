import type { OpenAuthorization } from "../../domain/requests/request.ts";
import { isWide } from "../width.ts";
import { useActing } from "./acting.ts";
import type { BodyProps } from "./body-props.ts";
import { MoreActions } from "./more-actions.tsx";
import { Problem } from "./problem.tsx";
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
