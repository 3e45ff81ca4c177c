/* The queries of a mailbox, the same on every engine; each `?` is the next value. */

const AT = "workspace = ? and agent = ?";

export const FIND_MAILBOX_ITEM = `select item from mailbox where ${AT} and digest = ?`;

export const LIST_MAILBOX = {
  oldest: `select item from mailbox where ${AT} and ready_at is not null
    order by ready_at, item limit ?`,
  newest: `select item from mailbox where ${AT} and ready_at is not null
    order by ready_at desc, item desc limit ?`,
};

/** Bounded: tool calls count it, and a mailbox may never be emptied. */
export const COUNT_MAILBOX = `select count(*) as count from
  (select 1 from mailbox where ${AT} and ready_at is not null limit 1001) as ready`;
