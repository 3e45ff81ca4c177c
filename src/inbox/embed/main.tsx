import { render } from "preact";
import { withoutReplies } from "../parts/replies.ts";
import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/buttons.css";
import "../styles/fields.css";
import "../styles/marks.css";
import "../styles/dialogs.css";
import "../styles/request.css";
import "../styles/words.css";
import "./embed.css";
import { Frame, titleOf } from "./frame.tsx";
import { awaitHost, started, tellHost } from "./host.ts";

withoutReplies();
awaitHost();
started.subscribe((start) => {
  if (start === undefined) return;
  const title = titleOf(start);
  document.title = title;
  tellHost({ type: "title", title });
});
const root = document.getElementById("embed");
if (root !== null) {
  render(<Frame />, root);
  // Its content alone decides how high the frame is: nothing in it scrolls.
  new ResizeObserver(() => {
    tellHost({ type: "size", height: Math.ceil(root.getBoundingClientRect().height) });
  }).observe(root);
}
