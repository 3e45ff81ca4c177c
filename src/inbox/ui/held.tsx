import { heldBack } from "../browser/looked.ts";

/** Why the last press did nothing. */
export function Held() {
  const why = heldBack.value;
  return (
    <p class="held-back" role="status">
      {why === undefined ? null : <span>{why}</span>}
    </p>
  );
}
