import { useState } from "preact/hooks";
import { SURFACE_LANGUAGES } from "../../messages/message-language.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { say } from "./messages/messages.ts";

const COOKIE = "earshot-language";
const YEAR_SECONDS = 31_536_000;

/** In which language this browser is sent the page; it is loaded anew with each choice. */
export function PageLanguage() {
  const [chosen, setChosen] = useState(() => chosenIn(document.cookie));
  const choose = (language: string) => {
    setChosen(language);
    const age = language === "" ? 0 : YEAR_SECONDS;
    const safe = location.protocol === "https:" ? "; Secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing where a page has no TLS.
    document.cookie = `${COOKIE}=${language}; Path=/; Max-Age=${age}; SameSite=Lax${safe}`;
    location.reload();
  };
  return (
    <Field label={say("language")} hint={say("language.hint")}>
      <Select value={chosen} options={OPTIONS} onChange={choose} />
    </Field>
  );
}

/** Each by its own name, for whoever reads no other. */
const OPTIONS = [
  { value: "", label: say("language.of-browser") },
  ...SURFACE_LANGUAGES.map((value) => {
    const names = new Intl.DisplayNames([value], { type: "language" });
    return { value: value as string, label: names.of(value) ?? value };
  }),
];

function chosenIn(cookies: string): string {
  const found = cookies.split("; ").find((cookie) => cookie.startsWith(`${COOKIE}=`));
  return found?.slice(COOKIE.length + 1) ?? "";
}
