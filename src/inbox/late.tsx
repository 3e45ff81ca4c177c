import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Guarded } from "./guarded.tsx";
import { Button } from "./ui/button.tsx";
import { Notice } from "./ui/notice.tsx";
import { Screen } from "./ui/screen.tsx";

type Load = () => Promise<ComponentType>;

/** A screen whose code is loaded when it is first shown; `title` stands there meanwhile. */
export function late(title: string, load: Load): ComponentType {
  let loaded: ComponentType | undefined;
  return function Late() {
    const [Shown, show] = useState<ComponentType | undefined>(() => loaded);
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
    if (Shown !== undefined) {
      return (
        <Guarded>
          <Shown />
        </Guarded>
      );
    }
    return <Screen title={title}>{failed ? <NotLoaded /> : null}</Screen>;
  };
}

function NotLoaded() {
  return (
    <Notice kind="error">
      <p>This part of the page did not load. The server may be away or a newer version.</p>
      <Button onClick={() => location.reload()}>Load the page again</Button>
    </Notice>
  );
}
