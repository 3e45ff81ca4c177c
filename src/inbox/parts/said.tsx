import { visibleText } from "../../render/visible-text.ts";

/** Words of an agent or a person, as they are: nothing in them is a link, markup or hidden. */
export function Said({ text }: { readonly text: string }) {
  return (
    <p class="said" dir="auto">
      {visibleText(text)}
    </p>
  );
}

/** A name that somebody chose, on one line. */
export function Name({ text }: { readonly text: string }) {
  return <bdi class="name">{visibleText(text, { keepLines: false })}</bdi>;
}
