import { connection } from "./live.ts";
import { useKeptTrue } from "./use-kept-true.ts";

const A_MOMENT_MS = 600;

/** That the page may be old. It lies over the page, so that its coming and going moves nothing. */
export function Away() {
  const isAway = useKeptTrue(connection.value === "away", A_MOMENT_MS);
  return (
    <div class="away" role="status">
      {isAway ? <p>The server is away. What you see may be old; trying again.</p> : null}
    </div>
  );
}
