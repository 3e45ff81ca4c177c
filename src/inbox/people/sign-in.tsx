import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ROUTES, type Route } from "../../contract/routes.ts";
import { isEarshotError } from "../../domain/errors.ts";
import { LINK_LIFE_MS } from "../../domain/limits.ts";
import { visibleText } from "../../render/visible-text.ts";
import { go, place } from "../browser/router.ts";
import { inTime } from "../browser/spans.ts";
import { call } from "../server/api.ts";
import { loadMe, me, signIn } from "../server/me.ts";
import { keepPageSecret, pageSecret } from "../server/page-secret.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { Notice } from "../ui/notice.tsx";
import { say, sayWith } from "./messages/messages.ts";

type Options = PublicKeyCredentialRequestOptionsJSON;
type State = "asking" | "working" | { readonly error: string } | SwapProps;

/**
 * The token of a link comes after the `#`, which no server and no log ever sees. It is removed from
 * the address before anything else happens, so that no history keeps it either.
 */
function takeToken(): string | undefined {
  if (location.pathname !== "/sign-in" || location.hash.length < 2) return undefined;
  const token = location.hash.slice(1);
  history.replaceState(null, "", "/sign-in");
  return token;
}

export function SignIn() {
  const [state, setState] = useState<State>("asking");
  const run = async (act: () => Promise<unknown>) => {
    setState("working");
    try {
      await act();
    } catch (error) {
      setState({ error: wordsOf(error) });
    }
  };
  useEffect(() => {
    if (signIn.peek() === "out") void forgetDevice();
    const signInBy = (token: string) => run(() => signInWith(ROUTES.signInWithLink, { token }));
    const open = async (token: string) => {
      const name = await whoIsIn();
      if (name === undefined) return signInBy(token);
      setState({ name, onSwap: () => void signInBy(token) });
    };
    const enter = () => {
      const token = takeToken();
      if (token !== undefined) void run(() => open(token));
    };
    enter();
    // Another link, opened in the same tab, changes only what comes after the `#`.
    addEventListener("hashchange", enter);
    return () => removeEventListener("hashchange", enter);
  }, []);
  return (
    <main class="sign-in" aria-label={say("sign-in")}>
      <div class="sign-in-box">
        <p class="sign-in-brand">Earshot</p>
        <Body state={state} onPasskey={() => void run(signInWithPasskey)} />
      </div>
    </main>
  );
}

/** A web session that has ended elsewhere leaves as little here as one that was signed out of. */
async function forgetDevice(): Promise<void> {
  const { endHere } = await import("../device/this-device.ts");
  await endHere().catch(() => undefined);
}

interface BodyProps extends Pick<WaysProps, "onPasskey"> {
  readonly state: State;
}

function Body({ state, onPasskey }: BodyProps) {
  if (state === "working") return <p role="status">{say("sign-in.working")}</p>;
  if (typeof state === "object" && "name" in state) return <Swap {...state} />;
  return <Ways error={state === "asking" ? undefined : state.error} onPasskey={onPasskey} />;
}

interface SwapProps {
  /** Who is signed in already. */
  readonly name: string;
  readonly onSwap: () => void;
}

/**
 * Asks before a link replaces a person: nobody may find out too late that they decide as somebody
 * else.
 */
function Swap({ name, onSwap }: SwapProps) {
  return (
    <>
      <h1>{say("sign-in")}</h1>
      <p>{sayWith("sign-in.as", { who: <bdi>{visibleText(name)}</bdi> })}</p>
      <Button kind="primary" onClick={() => go("/", { replace: true })}>
        {say("sign-in.stay")}
      </Button>
      <Button onClick={onSwap}>{say("sign-in.swap")}</Button>
    </>
  );
}

interface WaysProps {
  readonly error: string | undefined;
  readonly onPasskey: () => void;
}

function Ways({ error, onPasskey }: WaysProps) {
  const hasPasskeys = location.hostname !== "127.0.0.1" && "PublicKeyCredential" in window;
  return (
    <>
      <h1>{say("sign-in")}</h1>
      {error === undefined ? null : <Notice kind="error">{error}</Notice>}
      <p>{say("sign-in.about", { span: inTime(LINK_LIFE_MS) })}</p>
      <pre class="sign-in-command">
        <Mono>npx earshot open</Mono>
      </pre>
      {hasPasskeys ? (
        <Button onClick={onPasskey}>
          <Icon name="key" />
          {say("sign-in.passkey")}
        </Button>
      ) : (
        <NoPasskeys />
      )}
    </>
  );
}

function NoPasskeys() {
  if (location.hostname !== "127.0.0.1") return null;
  const address = `http://localhost:${location.port}/sign-in`;
  return (
    <p class="muted small">
      {sayWith("passkeys.no-host", { link: <a href={address}>{address}</a> })}
    </p>
  );
}

/** Loaded late: a person with a link does not need it. */
async function signInWithPasskey(): Promise<void> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    import("@simplewebauthn/browser"),
    call(ROUTES.passkeySignInOptions, {}),
  ]);
  const response = await startAuthentication({ optionsJSON: optionsJSON as Options });
  await signInWith(ROUTES.signInWithPasskey, { response });
}

/** If the page holds no secret, nobody is signed in, and there is nothing to ask. */
async function whoIsIn(): Promise<string | undefined> {
  if (pageSecret() === undefined) return undefined;
  await loadMe();
  return me.value?.principal.name;
}

async function signInWith(route: Route, input: Record<string, unknown>): Promise<void> {
  const reply = await call(route, input);
  keepPageSecret((reply as { readonly pageSecret: string }).pageSecret);
  await entered();
}

async function entered(): Promise<void> {
  await loadMe();
  if (signIn.value === "out") {
    throw new Error(say("cookie-refused"));
  }
  if (place.value.parts[0] === "sign-in") go("/", { replace: true });
}

function wordsOf(error: unknown): string {
  if (isEarshotError(error, "NOT_SIGNED_IN")) {
    return say("link.over", { span: inTime(LINK_LIFE_MS) });
  }
  if (
    error instanceof DOMException ||
    (error instanceof Error && error.name === "NotAllowedError")
  ) {
    return say("passkey.unused");
  }
  return error instanceof Error ? error.message : String(error);
}

function Mono({ children }: { readonly children: ComponentChildren }) {
  return <span class="mono">{children}</span>;
}
