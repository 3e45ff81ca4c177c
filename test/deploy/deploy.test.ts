import { spawnSync } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parser as promql } from "@prometheus-io/lezer-promql";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { PUBLIC_PATHS } from "../../src/contract/operations.ts";
import { METRICS, type Metric } from "../../src/http/metrics-list.ts";
import { ROOT } from "../support/cli.ts";

/* What can be known of the examples without what would run them: they are whole, and name what is there. */

const DEPLOY = join(ROOT, "deploy");
const read = (file: string) => readFileSync(join(DEPLOY, file), "utf8");
const PORT = 4242;

interface Manifest {
  readonly kind?: string;
  readonly spec?: unknown;
  readonly [field: string]: unknown;
}

function documentsOf(file: string): Manifest[] {
  return parseAllDocuments(read(file), { merge: true }).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Manifest;
  });
}

/** Every value that stands under this name, however deep. */
function valuesOf(value: unknown, name: string): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, below]) => [
    ...(key === name ? [below] : []),
    ...valuesOf(below, name),
  ]);
}

describe("the container file", () => {
  const text = read("Containerfile");

  test("copies what is in the package and nothing that is not there", () => {
    const { files, bin } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      readonly files: readonly string[];
      readonly bin: { readonly earshot: string };
    };
    for (const file of files.filter((name) => !name.startsWith("!"))) {
      expect(text, file).toContain(`/build/${file}`);
    }
    expect(text).toContain(`/app/node_modules/earshot/${bin.earshot}`);
    for (const source of ["package.json", "package-lock.json", ".npmrc", "LICENSE"]) {
      expect(existsSync(join(ROOT, source)), source).toBe(true);
    }
  });

  test("installs what is optional in the versions of the tests", () => {
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      readonly devDependencies: Readonly<Record<string, string>>;
    };
    const wanted = [...text.matchAll(/ ((?:@opentelemetry\/[\w-]+)|pg)@([\d.]+)/g)];
    expect(wanted).toHaveLength(4);
    for (const [, name = "", version] of wanted) expect(devDependencies[name]).toBe(version);
  });

  test("runs as nobody in particular, and is looked at where the server says that it serves", () => {
    expect(text.match(/^FROM .*node:24/gm)).toHaveLength(2);
    expect(text).toMatch(/^USER 1000:1000$/m);
    expect(text).toContain(`EXPOSE ${PORT}`);
    expect(text).toMatch(/HEALTHCHECK.*\n.*:4242\/readyz/);
    expect(text).toMatch(/^VOLUME \/data$/m);
  });
});

describe("the example for Kubernetes", () => {
  const manifests = documentsOf("kubernetes/earshot.yaml");
  const of = (kind: string) => manifests.find((manifest) => manifest.kind === kind);

  test("has two nodes, of which none goes before another is ready", () => {
    expect(of("Deployment")?.spec).toMatchObject({
      replicas: 2,
      strategy: { rollingUpdate: { maxUnavailable: 0 } },
    });
    expect(of("PodDisruptionBudget")?.spec).toMatchObject({ minAvailable: 1 });
    expect(of("Service")?.spec).toMatchObject({
      selector: { "app.kubernetes.io/name": "earshot" },
    });
  });

  test("probes what is there, by a name that the guard lets in", () => {
    const probes = valuesOf(of("Deployment"), "httpGet");
    expect(probes).toHaveLength(3);
    for (const probe of probes) {
      expect(probe).toMatchObject({ httpHeaders: [{ name: "Host", value: "localhost" }] });
      for (const path of valuesOf(probe, "path")) {
        expect(Object.keys(PUBLIC_PATHS)).toContain(path);
      }
    }
    expect(valuesOf(of("Deployment"), "containerPort")).toEqual([PORT]);
  });

  test("gives a start longer than it waits for the database", () => {
    const [args] = valuesOf(of("Deployment"), "args") as readonly (readonly string[])[];
    expect(args?.[args.indexOf("--postgres-wait") + 1]).toBe("2m");
    const [probe] = valuesOf(of("Deployment"), "startupProbe") as readonly Record<string, number>[];
    expect((probe?.["periodSeconds"] ?? 0) * (probe?.["failureThreshold"] ?? 0)).toBeGreaterThan(
      150,
    );
  });

  test("lets calls in by the port of its nodes alone", () => {
    const [labels] = valuesOf(of("NetworkPolicy"), "matchLabels");
    expect(valuesOf(of("Service"), "selector")).toEqual([labels]);
    expect(valuesOf(of("NetworkPolicy"), "policyTypes")).toEqual([["Ingress"]]);
    const [ports] = valuesOf(of("NetworkPolicy"), "ports") as readonly { port: string }[][];
    expect(ports).toEqual([{ port: "http" }]);
  });

  test("has the same pods as a StatefulSet, with a volume and a name for each", () => {
    const others = documentsOf("kubernetes/statefulset/earshot.yaml");
    const set = others.find(({ kind }) => kind === "StatefulSet");
    const podOf = (manifest: Manifest | undefined) => {
      const [template] = valuesOf(manifest, "template") as readonly Manifest[];
      const pod = structuredClone(template?.spec) as Record<string, unknown>;
      const [container] = pod["containers"] as readonly Record<string, unknown>[];
      const { args, env } = (container ?? {}) as Readonly<Record<string, readonly unknown[]>>;
      return { pod, container, args: args ?? [], env: env ?? [] };
    };
    const [plain, stateful] = [podOf(of("Deployment")), podOf(set)];
    expect(stateful.args.slice(0, plain.args.length)).toEqual(plain.args);
    expect(stateful.env).toEqual(expect.arrayContaining([...plain.env]));
    expect({ ...stateful.container, args: [], env: [] }).toEqual({
      ...plain.container,
      args: [],
      env: [],
    });
    const parts = { containers: [], volumes: [] };
    expect({ ...stateful.pod, ...parts }).toEqual({ ...plain.pod, ...parts });
    expect(valuesOf(set, "volumeClaimTemplates")).toMatchObject([[{ metadata: { name: "data" } }]]);
    const [serviceName] = valuesOf(set, "serviceName");
    const named = others.find(
      ({ kind, metadata }) => kind === "Service" && (metadata as Manifest)["name"] === serviceName,
    );
    expect(named?.spec).toMatchObject({ clusterIP: "None" });
    const shared = (all: readonly Manifest[]) =>
      all.filter(({ kind }) =>
        ["NetworkPolicy", "PodDisruptionBudget", "ServiceAccount"].includes(kind ?? ""),
      );
    expect(shared(others)).toEqual(shared(manifests));
  });

  test("leaves the secret of the cluster alone, also where the whole folder is applied", () => {
    expect(of("Secret")).toBeUndefined();
    const applied = readdirSync(join(DEPLOY, "kubernetes")).filter((name) =>
      /\.(ya?ml|json)$/.test(name),
    );
    expect(applied).toEqual(["earshot.yaml"]);
  });

  test("takes from the secret what is in it", () => {
    const [secret] = documentsOf("kubernetes/secret.yaml.example");
    const keys = Object.keys((secret?.["stringData"] ?? {}) as object).sort();
    const used = valuesOf(of("Deployment"), "secretKeyRef").map(
      (reference) => (reference as { readonly key: string }).key,
    );
    expect([...used].sort()).toEqual([...new Set(keys)].sort());
  });
});

test("every node of the compose file has a volume of its own and waits for the database", () => {
  const [compose] = documentsOf("compose.yaml");
  const services = compose?.["services"] as Readonly<Record<string, Manifest>>;
  const nodes = Object.entries(services).filter(([name]) => name.startsWith("node-"));
  expect(nodes).toHaveLength(2);
  for (const [name, node] of nodes) {
    expect(node["volumes"]).toEqual([`${name}:/data`]);
    expect(node["depends_on"]).toHaveProperty("database");
    expect(read("proxy/Caddyfile.compose")).toContain(`${name}:${PORT}`);
  }
  expect(existsSync(join(DEPLOY, "proxy/Caddyfile.compose"))).toBe(true);
});

const DASHBOARDS = ["grafana/dashboard.json", "grafana/people.json"];

test("alerts and dashboards ask for metrics that there are", () => {
  const texts = ["prometheus/alerts.yaml", ...DASHBOARDS].map(read);
  documentsOf("prometheus/alerts.yaml");
  documentsOf("prometheus/prometheus.yaml");
  const named = texts.flatMap((text) => text.match(/\bearshot_[a-z\d_]+/g) ?? []);
  expect(named.length).toBeGreaterThan(20);
  for (const name of named) {
    const family = name.replace(/_(bucket|sum|count)$/, "");
    expect(
      [name, family].some((known) => Object.hasOwn(METRICS, known)),
      name,
    ).toBe(true);
  }
});

/** Every use of a figure in an expression: the labels that it is asked for, and those it is summed up by. */
function usesOf(expr: string): { name: string; labels: string[] }[] {
  const grouped = [...expr.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, names = ""]) =>
    names.split(",").map((label) => label.trim()),
  );
  return [...expr.matchAll(/\b(earshot_[a-z\d_]+)(?:\{([^}]*)\})?/g)].map(
    ([, name = "", by = ""]) => ({
      name: name.replace(/_(bucket|sum|count)$/, (end) => (name in METRICS ? end : "")),
      labels: [
        ...grouped,
        ...[...by.matchAll(/(\w+)\s*(?:=~|!=|=)/g)].map(([, label = ""]) => label),
      ],
    }),
  );
}

const expressionsOf = (value: unknown) => valuesOf(value, "expr").map(String);
const alertExpressions = () => documentsOf("prometheus/alerts.yaml").flatMap(expressionsOf);
const panelExpressions = () => DASHBOARDS.flatMap((file) => expressionsOf(JSON.parse(read(file))));

test("every expression of an alert and a panel is one of Prometheus", () => {
  const expressions = [...alertExpressions(), ...panelExpressions()];
  expect(expressions.length).toBeGreaterThan(60);
  for (const expr of [...expressions, "sum by (a (b)", "increase(a[])"]) {
    let isFaulty = false;
    promql.parse(expr.replaceAll("$__rate_interval", "5m")).iterate({
      enter: ({ type }) => {
        isFaulty ||= type.isError;
      },
    });
    expect(isFaulty, expr).toBe(!expressions.includes(expr));
  }
});

test("what all nodes say alike is taken once, and what each counts is summed up", () => {
  const metrics: Readonly<Record<string, Metric>> = METRICS;
  // Only whether a line is there is asked after `unless`.
  const expressions = [...alertExpressions(), ...panelExpressions()].map((expr) =>
    expr.replaceAll(/unless on \([^)]*\) earshot_\w+/g, ""),
  );
  for (const expr of expressions) {
    for (const { name } of usesOf(expr)) {
      const { over } = metrics[name] ?? {};
      if (over !== "max" && over !== "min") continue;
      expect(expr).toMatch(new RegExp(`\\b${over}(?: by \\([^)]*\\) )?\\(${name}\\b`));
    }
  }
});

test("every panel stands in a place of its own, and every dashboard has a name of its own", () => {
  const boards = DASHBOARDS.map((file) => JSON.parse(read(file)) as Record<string, unknown>);
  expect(new Set(boards.map(({ uid }) => uid)).size).toBe(DASHBOARDS.length);
  for (const board of boards) {
    const places = valuesOf(board["panels"], "gridPos").map((place) => JSON.stringify(place));
    const ids = valuesOf(board["panels"], "id");
    expect(new Set(places).size).toBe(places.length);
    expect(new Set(ids).size).toBe(places.length);
  }
});

const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

test.skipIf(!hasPromtool)("the alerts of people fire on what they say, and on nothing else", () => {
  const rules = join(ROOT, "test/deploy/alerts.promtool.yaml");
  const { status, stdout, stderr } = spawnSync("promtool", ["test", "rules", rules], {
    encoding: "utf8",
  });
  expect(status, stdout + stderr).toBe(0);
});

test("alerts and dashboards ask figures for labels that they have", () => {
  /** Those of Prometheus itself, and of each bucket. */
  const common = ["job", "instance", "le"];
  const metrics: Readonly<Record<string, Metric>> = METRICS;
  for (const expr of [...alertExpressions(), ...panelExpressions()]) {
    for (const { name, labels } of usesOf(expr)) {
      const known = [...common, ...(metrics[name]?.labels ?? [])];
      for (const label of labels) {
        // Two sides of one expression are summed up alike: the label is one of either.
        const ofOthers = usesOf(expr).flatMap((use) => metrics[use.name]?.labels ?? []);
        expect([...known, ...ofOthers], expr).toContain(label);
      }
    }
  }
});

test("what alerts page people of is on a dashboard and in the guide", () => {
  const namesIn = (expressions: readonly string[]) =>
    new Set(expressions.flatMap(usesOf).map(({ name }) => name));
  const guide = readFileSync(join(ROOT, "docs/guides/metrics.md"), "utf8");
  const shown = namesIn(panelExpressions());
  for (const name of namesIn(alertExpressions())) {
    expect(shown, name).toContain(name);
    expect(guide, name).toContain(`\`${name}`);
  }
});

test("an alert on what grows asks for a counter, and one on what is asks for a gauge", () => {
  const metrics: Readonly<Record<string, Metric>> = METRICS;
  for (const expr of [...alertExpressions(), ...panelExpressions()]) {
    for (const [whole, name = ""] of expr.matchAll(/\b(?:increase|rate)\((earshot_[a-z\d_]+)/g)) {
      const family = name.replace(/_(bucket|sum|count)$/, (end) => (name in METRICS ? end : ""));
      expect(metrics[family]?.type, whole).not.toBe("gauge");
    }
  }
});

test("every option that an example starts a server with is one of the command", () => {
  const { stdout } = spawnSync(
    process.execPath,
    [join(ROOT, "bin/earshot.js"), "start", "--help"],
    {
      encoding: "utf8",
    },
  );
  const files = globSync("**/*.{yaml,service}", { cwd: DEPLOY }).map(read);
  const options = [read("Containerfile"), ...files].flatMap((text) => [
    ...text.matchAll(
      /(?:^\s+- |start |"|\s)(--(?:data|no-[a-z]+|listen|allowed-host|postgres[\w-]*))\b/gm,
    ),
  ]);
  expect(options.length).toBeGreaterThan(8);
  for (const [, option = ""] of options) expect(stdout, option).toContain(option);
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

test.skipIf(!hasSystemd)("systemd understands the unit", () => {
  const unit = join(DEPLOY, "systemd/earshot.service");
  const { stderr, stdout } = spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" });
  const about = `${stdout}${stderr}`
    .split("\n")
    .filter((line) => line.includes("earshot.service:"));
  expect(about.filter((line) => !line.includes("is not executable"))).toEqual([]);
});
