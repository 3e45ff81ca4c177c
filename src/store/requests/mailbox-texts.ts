/* What is asked of a mailbox, the same on every engine; `?` stands for the values in their order. */

const AT = "workspace = ? and agent = ?";

export const FIND_MAILBOX_ITEM = `select item from mailbox where ${AT} and digest = ?`;

export const LIST_MAILBOX = {
  oldest: `select item from mailbox where ${AT} and ready_at is not null
    order by ready_at, item limit ?`,
  newest: `select item from mailbox where ${AT} and ready_at is not null
    order by ready_at desc, item desc limit ?`,
};

/** Bounded: it is counted with calls of tools, and nobody empties the mailbox of an agent for it. */
export const COUNT_MAILBOX = `select count(*) as count from
  (select 1 from mailbox where ${AT} and ready_at is not null limit 1001) as ready`;
