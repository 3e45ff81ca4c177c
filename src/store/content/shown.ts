/**
 * Whether the request `q` shows people the content that is named here. People upload for questions alone, so
 * all that stands beside an authorization came from its agent, or with an edit.
 */
export function isShown(content: string): string {
  return `(q.action is not null or q.question like '%' || ${content}.digest || '%')`;
}
