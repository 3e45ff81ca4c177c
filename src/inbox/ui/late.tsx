import type { ComponentChildren, ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { SECOND_MS } from "../../domain/time.ts";
import { Button } from "./button.tsx";
import { Guarded } from "./error-boundary.tsx";
import { say } from "./messages/messages.ts";
import { Notice } from "./notice.tsx";
import { Screen } from "./screen.tsx";

type Load<P> = () => Promise<ComponentType<P>>;

/** A screen whose code is loaded when it is first shown; `title` is shown in the meantime. */
export function late(title: string, load: Load<object>): ComponentType {
  const Part = latePart(load, (has) => (
    <Screen title={title}>{has === "failed" ? <NotLoaded /> : null}</Screen>
  ));
  return () => <Part />;
}

/**
 * A rarely used part of the page, loaded when it is first shown; nothing is shown in the meantime.
 */
export function latePart<P extends object>(
  load: Load<P>,
  meanwhile: (has: "begun" | "failed", props: P) => ComponentChildren = (has) =>
    has === "failed" ? <NotLoaded /> : null,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  return function Late(props: P) {
    const [Shown, show] = useState<ComponentType<P> | undefined>(() => loaded);
    const [failed, fail] = useState(false);
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then(
        (component) => {
          loaded = component;
          show(() => component);
        },
        () => fail(true),
      );
    }, []);
    if (Shown === undefined) return <>{meanwhile(failed ? "failed" : "begun", props)}</>;
    return (
      <Guarded>
        <Shown {...props} />
      </Guarded>
    );
  };
}

/** Begins to load only once the browser is at rest: what is wanted now is painted first. */
export function unhurried<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    await rest();
    return load();
  };
}

function rest(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => resolve();
    // Not every browser tells of its rest.
    if (globalThis.requestIdleCallback === undefined) setTimeout(done, 0.2 * SECOND_MS);
    else requestIdleCallback(done, { timeout: SECOND_MS });
  });
}

export function NotLoaded() {
  return (
    <Notice kind="error">
      <p>{say("not-loaded")}</p>
      <Button onClick={() => location.reload()}>{say("load-again")}</Button>
    </Notice>
  );
}
