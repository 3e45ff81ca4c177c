import "../styles/screens.css";
import "../styles/screens-tables.css";
import { Screen } from "../ui/screen.tsx";
import { ChannelStates } from "./deliveries/channel-states.tsx";
import { DeliveryList } from "./deliveries/delivery-list.tsx";

/** How items reach people on other platforms, and what did not. */
export function DeliveriesScreen() {
  return (
    <Screen title="Deliveries">
      <ChannelStates />
      <DeliveryList />
    </Screen>
  );
}
