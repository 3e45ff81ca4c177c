import { useMemo } from "preact/hooks";
import type { Run, WordBlock, WordItem } from "../../ports/channels/word-blocks.ts";
import { readWords } from "../../render/read-words.ts";
import { visibleText } from "../../render/visible-text.ts";
import { RevealedText } from "../parts/revealed-text.tsx";
import { Address } from "./address.tsx";
import { Code } from "./code.tsx";
import "../styles/words.css";

/** Words of an agent as blocks. They have no headings, buttons and links of their own. */
export function Words({ text }: { readonly text: string }) {
  const blocks = useMemo(() => readWords(text), [text]);
  if (blocks === undefined) {
    return (
      <p class="said" dir="auto">
        <RevealedText text={visibleText(text)} />
      </p>
    );
  }
  return (
    <div class="agent-words">
      <Blocks blocks={blocks} />
    </div>
  );
}

function Blocks({ blocks }: { readonly blocks: readonly WordBlock[] }) {
  return (
    <>
      {blocks.map((block, index) => (
        <One key={index} block={block} />
      ))}
    </>
  );
}

function One({ block }: { readonly block: WordBlock }) {
  switch (block.kind) {
    case "paragraph":
      return (
        <p dir="auto">
          <Runs runs={block.runs} />
        </p>
      );
    case "heading":
      return (
        <p class="words-heading" dir="auto">
          <Runs runs={block.runs} />
        </p>
      );
    case "code":
      return <Code text={block.text} language={block.language} />;
    case "quote":
      return (
        <blockquote dir="auto">
          <Blocks blocks={block.blocks} />
        </blockquote>
      );
    case "list":
      return <Items items={block.items} />;
    case "table":
      return <Table rows={block.rows} />;
    case "rule":
      return <hr />;
  }
}

function Items({ items }: { readonly items: readonly WordItem[] }) {
  const List = items[0]?.sign === "•" ? "ul" : "ol";
  return (
    <List dir="auto">
      {items.map(({ sign, blocks }, index) => (
        <li key={index} style={{ listStyleType: `"${sign} "` }}>
          <Blocks blocks={blocks} />
        </li>
      ))}
    </List>
  );
}

type Rows = Extract<WordBlock, { kind: "table" }>["rows"];

function Table({ rows: [head = [], ...rows] }: { readonly rows: Rows }) {
  return (
    <table dir="auto">
      <thead>
        <tr>
          {head.map((cell, column) => (
            <th key={column} scope="col">
              <Runs runs={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={column}>
                <Runs runs={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Runs({ runs }: { readonly runs: readonly Run[] }) {
  return (
    <>
      {runs.map((run, index) => (
        <Styled key={index} run={run} />
      ))}
    </>
  );
}

function Styled({ run: { text, isStrong, isEmphasis, isCode, isAddress } }: { readonly run: Run }) {
  if (isAddress) return <Address text={text} />;
  const plain = <RevealedText text={text} />;
  const coded = isCode ? <code>{plain}</code> : plain;
  const emphatic = isEmphasis ? <em>{coded}</em> : coded;
  return isStrong ? <strong>{emphatic}</strong> : emphatic;
}
