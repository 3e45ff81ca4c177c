import { nowMs } from "../../ui/clock.ts";
import { Time } from "../../ui/time.tsx";
import { exact, short } from "../../ui/time-words.ts";

interface Props {
  readonly createdAt: string;
  readonly expiresAt: string | undefined;
}

const RADIUS = 5;
const ROUND = 2 * Math.PI * RADIUS;
/** When a quarter of its time is left, it is time. */
const LATE = 0.25;

/** How long it has been open; where its time ends, how long is left, and how much of it that is. */
export function TimeLeft({ createdAt, expiresAt }: Props) {
  if (expiresAt === undefined) return <Time at={createdAt} />;
  const end = Date.parse(expiresAt);
  const leftMs = Math.max(0, end - nowMs.value);
  const share = Math.min(1, leftMs / Math.max(1, end - Date.parse(createdAt)));
  return (
    <span class={share < LATE ? "time-left late" : "time-left"} title={`Ends ${exact(expiresAt)}`}>
      <svg viewBox="0 0 14 14" aria-hidden="true" focusable="false">
        <circle cx="7" cy="7" r={RADIUS} class="all" />
        <circle
          cx="7"
          cy="7"
          r={RADIUS}
          class="left"
          stroke-dasharray={`${share * ROUND} ${ROUND}`}
          transform="rotate(-90 7 7)"
        />
      </svg>
      {leftMs === 0 ? "ends now" : `${short(leftMs)} left`}
    </span>
  );
}
