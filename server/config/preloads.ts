import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { BlockDefinition } from "#engine/core/definitions/fragments.ts";
import type { ScreenDefinition } from "#engine/core/definitions/screen.ts";
import type { PageHints } from "./page-hints.ts";
import type { AppDefinition } from "#engine/core/definitions/app.ts";
import { chooseLanguage, type OrganisationRelease, type Release } from "./release.ts";
import { isPlain } from "#engine/core/form/form-model.ts";
import { matchRoute } from "#engine/core/definitions/match-route.ts";
import { findRuntimeUrl } from "./compile/validator-compiler.ts";

/**
 * Files of the web build by the feature that needs them ("block:form", "roots:candidate"), and the runtime of the
 * validators.
 */
export interface CodeFiles {
  byName: Readonly<Record<string, readonly string[]>>;
  runtimeUrl?: string;
}

/** Reads the list of the web build. Without the list only definitions are linked. */
export function readCodeFiles(webDir: string): CodeFiles {
  const file = path.join(webDir, ".vite/code-files.json");
  if (!existsSync(file)) return { byName: {} };
  return { byName: JSON.parse(readFileSync(file, "utf8")) as CodeFiles["byName"], runtimeUrl: findRuntimeUrl(webDir) };
}

/** Blocks whose code is fetched when they open. */
const lazyBlocks = new Set(["dialog", "video"]);

/** The requested address, and the visitor. */
export interface PageVisit {
  pathname: string;
  query: URLSearchParams;
  acceptLanguage?: string | undefined;
  /** The app of the address; undefined in a release without apps. */
  app?: AppDefinition | undefined;
  /** Only of a signed-in visitor. */
  hints?: PageHints | undefined;
  /** The page shows a server-rendered placeholder, so code gets a low priority. */
  hasPlaceholder?: boolean;
}

/**
 * Preload links for everything that the page will fetch, while its first file is on the way: manifest, shell, the
 * bundles of matching screens, of the named request and of the hints, and the code of the screen and of its first form.
 * Further forms are fetched when they are shown.
 */
export function toPreloadLinks(release: Release, visit: PageVisit, code: CodeFiles = { byName: {} }): string {
  const { pathname, query, acceptLanguage, app, hints, hasPlaceholder } = visit;
  const orgId = query.get("orgId") ?? hints?.orgId;
  const organisation = release.organisations.get(orgId ?? release.defaultOrgId);
  if (!organisation) return "";
  const locale = query.get("lang") ?? hints?.locale ?? acceptLanguage?.split(/[-,;]/)[0] ?? "en";
  const language = chooseLanguage(organisation, locale, app);
  const { documents, validators } = organisation.manifest(language, app?.id);
  const found = findScreens(organisation, pathname, hints !== undefined);
  const urls = [
    `/config/manifest?${new URLSearchParams({ ...(orgId ? { orgId } : {}), locale, ...(app && app.base !== "/" ? { app: app.id } : {}) }).toString()}`,
    documents["bundle/shell"],
    documents[`locale/${language}`],
    ...found.flatMap(({ screen, params }) => [
      documents[`bundle/screen.${screen.id}`],
      documents[`bundle/request.${params["formId"]}`],
    ]),
    ...(hints?.bundles ?? []).map((key) =>
      Object.hasOwn(documents, `bundle/${key}`) ? documents[`bundle/${key}`] : undefined,
    ),
  ];
  const priority = hasPlaceholder ? ' fetchpriority="low"' : "";
  const signIn = app?.signIn ?? "candidate";
  const modules = found.map(({ screen }) => [
    ...(code.byName[`sign-in:${signIn}`] ?? []),
    ...(screen.load?.length ? (code.byName[`roots:${signIn}`] ?? []) : []),
    ...listScreenCode(organisation, screen, validators, code),
  ]);
  const hintedCode = (hints?.bundles ?? []).flatMap((key) =>
    listFormCode(organisation, findForm(organisation, key), validators, code),
  );
  return [
    ...[...new Set(urls)]
      .filter((url) => url !== undefined)
      .map((url) => `<link rel="preload" as="fetch" crossorigin href="${escape(url)}">`),
    // An address may match several screens: only code that all of them need is certain to be used.
    ...[
      ...new Set([...(modules[0] ?? []).filter((url) => modules.every((files) => files.includes(url))), ...hintedCode]),
    ].map((url) => `<link rel="modulepreload"${priority} href="${escape(url)}">`),
  ].join("");
}

/** Code files of a screen's blocks, and of its first form. */
function listScreenCode(
  organisation: OrganisationRelease,
  { body }: ScreenDefinition,
  validators: Readonly<Record<string, string>>,
  code: CodeFiles,
): string[] {
  const blocks = listBlocks(body);
  const form = blocks.map((block) => block["form"]).find((id) => typeof id === "string");
  return [
    ...new Set([
      ...blocks
        .filter(({ block }) => !lazyBlocks.has(block))
        .flatMap(({ block }) => code.byName[`block:${block}`] ?? []),
      ...listFormCode(organisation, form, validators, code),
    ]),
  ];
}

/** Files with a form's validators, its widgets, and the code that draws it. */
function listFormCode(
  organisation: OrganisationRelease,
  form: string | undefined,
  validators: Readonly<Record<string, string>>,
  { byName, runtimeUrl }: CodeFiles,
): string[] {
  const model = form === undefined ? undefined : organisation.formModel(form);
  if (!model) return [];
  return [
    ...Object.entries(validators)
      .filter(([name]) => name.startsWith(`${form}#`))
      .map(([, url]) => url),
    ...(runtimeUrl ? [runtimeUrl] : []),
    ...model.fields.flatMap(({ field }) => byName[`widget:${field.widget}`] ?? []),
    ...(isPlain(model) ? [] : (byName["form:large"] ?? [])),
  ];
}

/** The form of a bundle: its own, or that of its verification. */
function findForm({ get }: OrganisationRelease, key: string): string | undefined {
  const [kind, id = ""] = key.split(".", 2);
  if (kind === "form") return id;
  return kind === "verification" ? get("verification", id)?.form : undefined;
}

const escape = (url: string): string => url.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

function findScreens(
  organisation: OrganisationRelease,
  pathname: string,
  isSignedIn: boolean,
): { screen: ScreenDefinition; params: Record<string, string> }[] {
  const found = organisation.list("screen").flatMap((screen) => {
    const params = [screen.route]
      .flat()
      .map((pattern) => matchRoute(pattern, pathname))
      .find(Boolean);
    return params ? [{ screen, params }] : [];
  });
  const own = found.filter(({ screen: { access } }) => access !== (isSignedIn ? "signedOut" : "signedIn"));
  return own.length > 0 ? own : found;
}

/** All blocks of a body, nested ones too, in the order of the definition. */
const listBlocks = (body: readonly BlockDefinition[]): BlockDefinition[] =>
  body.flatMap((block) => [
    block,
    ...listBlocks(Array.isArray(block["body"]) ? (block["body"] as BlockDefinition[]) : []),
  ]);
