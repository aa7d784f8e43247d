import { miscAtom, store } from "./slices.ts";

/** Two or three letters, with an optional region. */
const pattern = /^[a-z]{2,3}(-[A-Z]{2})?$/;

/** The `Accept-Language` of calls: the language of the page, then English. */
export function toAcceptLanguage(): string {
  const locale = toLocale(window.location.search, store.get(miscAtom).locale);
  return locale === "en" ? locale : `${locale}, en;q=0.5`;
}

/** The language of the page: `?lang=`, else the chosen one, else the browser's, else English. */
export function toLocale(search: string, chosen: string | undefined): string {
  const requested = new URLSearchParams(search).get("lang");
  if (requested && pattern.test(requested)) {
    if (requested !== chosen) queueMicrotask(() => store.set(miscAtom, { locale: requested }));
    return requested;
  }
  if (chosen && pattern.test(chosen)) return chosen;
  const browser = navigator.language.split("-")[0] ?? "en";
  return pattern.test(browser) ? browser : "en";
}
