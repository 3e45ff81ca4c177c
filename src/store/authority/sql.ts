/* The queries of every authorization and redemption; each `?` is the next value. */

export const FIND_GRANT = "select * from grants where workspace = ? and request = ?";

export const LIST_PERMISSIONS = {
  ofAll: "select * from permissions where workspace = ? order by id desc",
  ofAgent: "select * from permissions where workspace = ? and agent = ? order by id desc",
};

export const FIND_TOOL_PIN =
  "select hash from tool_pins where workspace = ? and agent = ? and tool = ?";
