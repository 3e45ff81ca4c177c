import { useKeptTrue } from "../browser/use-kept-true.ts";
import { unheardChannels } from "../hub/channels-now.ts";
import { channelName } from "../parts/channel-name.ts";
import { connection } from "../server/live.ts";

const A_MOMENT_MS = 600;

/** That the page may be old, or that a channel is not heard: in a line of its own, which covers nothing. */
export function Away() {
  const isAway = useKeptTrue(connection.value === "away", A_MOMENT_MS);
  return (
    <div class="away" role="status">
      {isAway ? <p>The server is away. What you see may be old; trying again.</p> : <Unheard />}
    </div>
  );
}

function Unheard() {
  const names = unheardChannels.value.map(channelName);
  if (names.length === 0) return null;
  return (
    <p>
      {names.join(", ")}: what people do there is not heard. <a href="/deliveries">See why</a>
    </p>
  );
}
