import type { RouteEntry } from "./bundles.ts";
import type { OrganisationRelease, Release } from "./compile-release.ts";
import { matchRoute } from "./match-route.ts";

/**
 * The links that let a page fetch its documents at once, while its code is still on the way: the manifest, the shell's
 * bundle, the bundle of each screen that the address may mean, and the validators of the forms on it.
 */
export function toPreloads(release: Release, path: string, query: URLSearchParams, acceptLanguage: string | undefined): string {
  const organisation = release.organisations.get(query.get("orgId") ?? release.defaultOrgId);
  if (!organisation) return "";
  const locale = query.get("lang") ?? acceptLanguage?.split(/[-,;]/)[0] ?? "en";
  const known = release.locales.some(({ id }) => id === locale) ? locale : "en";
  const { documents, validators } = organisation.manifest(known);
  const screens = findScreens(organisation, path);
  const orgId = query.get("orgId");
  const fetched = [
    `/config/manifest?${new URLSearchParams({ ...(orgId ? { orgId } : {}), locale }).toString()}`,
    documents["bundle/shell"], documents[`locale/${known}`], ...screens.map(({ id }) => documents[`bundle/screen.${id}`]),
  ];
  const forms = screens.flatMap(({ id }) => release.formsOf(organisation.orgId, id));
  const modules = forms.flatMap((form) => Object.entries(validators).filter(([name]) => name.startsWith(`${form}#`)).map(([, url]) => url));
  return [
    ...fetched.filter((url) => url !== undefined).map((url) => `<link rel="preload" as="fetch" crossorigin href="${escape(url)}">`),
    ...modules.map((url) => `<link rel="modulepreload" href="${escape(url)}">`),
  ].join("");
}

const escape = (url: string): string => url.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

function findScreens(organisation: OrganisationRelease, path: string): RouteEntry[] {
  return organisation.list<RouteEntry & { kind: string }>("screen").filter(({ route }) => [route].flat().some((pattern) => matchRoute(pattern, path)));
}
