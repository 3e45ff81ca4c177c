import type { ComponentType } from "preact";
import { Dialog } from "./dialog.tsx";
import { latePart, NotLoaded } from "./late.tsx";

interface Closable {
  readonly onClose: () => void;
}

/**
 * A dialog whose code is loaded when it is first opened. An empty one covers the page from the first
 * press on: what is typed meanwhile would be taken for the keys of the page.
 */
export function lateDialog<P extends Closable>(
  load: () => Promise<ComponentType<P>>,
  titleOf: (props: P) => string,
): ComponentType<P> {
  return latePart(load, (has, props) => (
    <Dialog title={titleOf(props)} onClose={props.onClose}>
      {has === "failed" ? <NotLoaded /> : null}
    </Dialog>
  ));
}
