import { Notice } from "../../ui/notice.tsx";

export function Problem({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : <Notice kind="error">{text}</Notice>;
}
