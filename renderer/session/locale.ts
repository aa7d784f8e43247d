import { miscAtom, store } from "./slices.ts";

/** Languages are two or three letters, with a region at most. */
const pattern = /^[a-z]{2,3}(-[A-Z]{2})?$/;

/** What calls ask for: the language of the page, and English where nobody speaks it, as the page itself has it. */
export function toAcceptLanguage(): string {
  const locale = toLocale(window.location.search, store.get(miscAtom).locale);
  return locale === "en" ? locale : `${locale}, en;q=0.5`;
}

/** The language of the page: `?lang=`, else the one chosen before, else the browser's, else English. */
export function toLocale(search: string, chosen: string | undefined): string {
  const asked = new URLSearchParams(search).get("lang");
  if (asked && pattern.test(asked)) {
    if (asked !== chosen) queueMicrotask(() => store.set(miscAtom, { locale: asked }));
    return asked;
  }
  if (chosen && pattern.test(chosen)) return chosen;
  const browser = navigator.language.split("-")[0] ?? "en";
  return pattern.test(browser) ? browser : "en";
}
