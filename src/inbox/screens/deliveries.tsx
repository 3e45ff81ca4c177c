import "../styles/screens.css";
import "../styles/screens-tables.css";
import { ChannelStates } from "../hub/channel-states.tsx";
import { DeliveryList } from "../hub/delivery-list.tsx";
import { Screen } from "../ui/screen.tsx";

/** How items reach people on other platforms, and what did not. */
export function DeliveriesScreen() {
  return (
    <Screen title="Deliveries">
      <ChannelStates />
      <DeliveryList />
    </Screen>
  );
}
