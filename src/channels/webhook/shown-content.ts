import { present } from "../../domain/present.ts";
import type { Content, ContentBlock, Control } from "../../ports/channels/channel.ts";
import { visibleText } from "../../render/visible-text.ts";

/**
 * What the receiver shows to people, with nothing in it that hides or reorders text. Names, options
 * and values of a form stay exact, since they come back in the answer.
 */
export function shownContent({ subject, blocks, controls, language }: Content): Content {
  return {
    ...present({ subject: subject === undefined ? undefined : line(subject), language }),
    blocks: blocks.map(shownBlock),
    controls: controls.map(shownControl),
  };
}

function shownBlock(block: ContentBlock): ContentBlock {
  switch (block.kind) {
    case "title":
    case "note":
      return { ...block, text: visibleText(block.text) };
    case "said":
      // The receiver gets the words as they were written.
      return { kind: "said", by: line(block.by), text: visibleText(block.text) };
    case "facts":
      return {
        ...block,
        facts: block.facts.map(({ label, value }) => ({
          label: line(label),
          value: visibleText(value),
        })),
      };
    case "lines":
      return { kind: "lines", label: line(block.label), lines: block.lines.map(line) };
    case "link":
      return { ...block, label: line(block.label) };
  }
}

function shownControl(control: Control): Control {
  switch (control.kind) {
    case "reply":
      return { ...control, hint: line(control.hint) };
    case "button":
      return { ...control, ...labels(control) };
    case "select":
      return {
        ...control,
        ...labels(control),
        options: control.options.map((option) => ({ ...option, ...labels(option) })),
      };
    case "form":
      return {
        ...control,
        ...labels(control),
        form: {
          ...control.form,
          title: line(control.form.title),
          fields: control.form.fields.map((field) => ({ ...field, ...labels(field) })),
        },
      };
  }
}

interface Labels {
  readonly label: string;
  readonly description?: string;
}

function labels({ label, description }: Labels): Labels {
  return {
    label: line(label),
    ...present({ description: description === undefined ? undefined : visibleText(description) }),
  };
}

function line(text: string): string {
  return visibleText(text, { keepLines: false });
}
