import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { changes, changesIf, eachAlike, statement } from "./write-row.ts";

const RENAME = "update links set name = _r.nmae where id = _r.id";

test("a statement that names a column which its rows do not have is refused when it is made", () => {
  expect(() => changes("id, name", RENAME)).toThrow("names _r.nmae, but has only id,name");
  expect(() => changesIf("id, name", "delete from links where id = _r.id", RENAME)).toThrow("nmae");
  expect(() => eachAlike("id, name", RENAME)).toThrow("nmae");
});

test("over SQLite a row without a value says so: one that was forgotten is not stored as null", () => {
  const db = new DatabaseSync(":memory:");
  db.exec("create table links (id text primary key, name text)");
  const insert = statement("insert into links (id, name) values (_r.id, _r.name)");
  expect(() => insert(db, { id: "l1" })).toThrow("A write names _r.name, which its row");
  expect(insert(db, { id: "l1", name: undefined })).toBe(true);
  expect(db.prepare("select * from links").all()).toEqual([{ id: "l1", name: null }]);
  db.close();
});
