import type { ShownDelivery } from "../../ports/earshot/hub.ts";
import { Time } from "../ui/time.tsx";
import { deliveryWords } from "./delivery-words.ts";

/** How a delivery is, when, and why. */
export function DeliveryState({ delivery }: { readonly delivery: ShownDelivery }) {
  const { tone, state, at, why } = deliveryWords(delivery);
  return (
    <>
      <span class={`tone tone-${tone}`}>
        {state}
        {at === undefined ? null : (
          <>
            {" "}
            <Time at={at} />
          </>
        )}
      </span>
      {why === undefined ? null : <span class="row-note">{why}</span>}
    </>
  );
}
