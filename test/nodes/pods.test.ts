import { randomBytes } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { readKeyFile, readServerInfo } from "../../src/system/data-folder.ts";
import { eventually, ROOT, type Running, spawnEarshot, testFolder } from "../support/cli.ts";
import { databaseWithTables } from "../support/postgres.ts";
import { head, sendRaw } from "../support/raw-http.ts";

/* The examples for Kubernetes, run without it: each pod as it is written, with its volume and its names. */

interface Pods {
  readonly kind: string;
  readonly spec: {
    readonly template: {
      readonly spec: { readonly containers: readonly { readonly args: readonly string[] }[] };
    };
  };
}

/** What a pod runs, with the values that Kubernetes puts in. */
function argsOf(file: string, pod: { readonly name: string; readonly data: string }): string[] {
  const text = readFileSync(join(ROOT, "deploy/kubernetes", file), "utf8");
  const manifests = parseAllDocuments(text, { merge: true }).map((one) => one.toJS() as Pods);
  const pods = manifests.find(({ kind }) => kind === "Deployment" || kind === "StatefulSet");
  const args = pods?.spec.template.spec.containers[0]?.args ?? [];
  return args.map((arg) =>
    arg
      .replace("$(POD_NAME)", pod.name)
      .replace("$(POD_IP)", "10.1.2.3")
      .replace("/data", pod.data),
  );
}

interface Pod {
  readonly data: string;
  readonly running: Running;
  readonly port: number;
}

async function startPods(file: string) {
  const database = await databaseWithTables();
  onTestFinished(() => database.drop());
  const env = {
    EARSHOT_POSTGRES: database.url,
    EARSHOT_DEPLOYMENT_KEY: randomBytes(32).toString("base64url"),
  };
  return async (name: string, data = join(testFolder(), name)): Promise<Pod> => {
    const running = spawnEarshot([...argsOf(file, { name, data }), "--port", "0"], { env });
    const info = await eventually(
      () => {
        if (running.child.exitCode !== null) throw new Error(running.stderr());
        const found = readServerInfo(data);
        return found?.pid === running.child.pid ? found : undefined;
      },
      () => `the pod to serve; it said ${running.stderr()}`,
    );
    return { data, running, port: Number(new URL(info.url).port) };
  };
}

async function stop({ running }: Pod): Promise<void> {
  running.child.kill("SIGTERM");
  expect((await running.finished).code).toBe(0);
}

const statusOf = async ({ port }: Pod, host: string) =>
  (await sendRaw(port, head("GET /readyz HTTP/1.1", [["host", host]]))).status;

test("nodes of the StatefulSet keep their names, their keys and their anchors over a rollout", async () => {
  const start = await startPods("statefulset/earshot.yaml");
  const first = await start("earshot-0");
  const second = await start("earshot-1");
  const keys = (["operator", "agent"] as const).map((of) => readKeyFile(first.data, of));
  expect(keys).toEqual([expect.any(String), expect.any(String)]);
  expect(readKeyFile(second.data, "operator")).toBeUndefined();
  const nameOf = (name: string) => `${name}.earshot-nodes.earshot.svc:4242`;
  expect(await statusOf(first, nameOf("earshot-0"))).toBe(200);
  expect(await statusOf(second, nameOf("earshot-1"))).toBe(200);
  expect(await statusOf(second, nameOf("earshot-0"))).toBe(403);
  expect(await statusOf(second, "earshot.earshot.svc")).toBe(200);

  await stop(first);
  const anchor = statSync(join(first.data, "anchor.jsonl")).size;
  const again = await start("earshot-0", first.data);
  expect((["operator", "agent"] as const).map((of) => readKeyFile(again.data, of))).toEqual(keys);
  expect(statSync(join(again.data, "anchor.jsonl")).size).toBeGreaterThanOrEqual(anchor);
  await stop(again);
  await stop(second);
});

test("a pod of the Deployment that comes in the place of another makes no keys", async () => {
  const start = await startPods("earshot.yaml");
  const first = await start("earshot-6d5f-abcde");
  const second = await start("earshot-6d5f-fghij");
  await stop(first);
  const third = await start("earshot-7c8b-klmno");
  const held = [first, second, third].map(({ data }) => readKeyFile(data, "operator"));
  expect(held).toEqual([expect.any(String), undefined, undefined]);
  expect(await statusOf(third, "10.1.2.3:4242")).toBe(200);
  await stop(second);
  await stop(third);
});
