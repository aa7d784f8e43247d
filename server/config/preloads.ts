import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { BlockDocument } from "#engine/documents/fragments.ts";
import type { ScreenDocument } from "#engine/documents/screen.ts";
import type { Ahead } from "./ahead.ts";
import { toSpoken, type OrganisationRelease, type Release } from "./release.ts";
import { isPlain } from "#engine/form/plain-form.ts";
import { matchRoute } from "#engine/documents/match-route.ts";
import { findRuntimeUrl } from "./compile/validator-compiler.ts";

/** Which files of the web build bring the code of a word of the documents ("block:form", "screen:load"), and the validators' runtime. */
export interface CodePlaces {
  words: Readonly<Record<string, readonly string[]>>;
  runtimeUrl?: string;
}

/** Reads where the web build put its code; a build that does not say gives links to documents only. */
export function readCodePlaces(webDir: string): CodePlaces {
  const file = path.join(webDir, ".vite/words.json");
  if (!existsSync(file)) return { words: {} };
  return { words: JSON.parse(readFileSync(file, "utf8")) as CodePlaces["words"], runtimeUrl: findRuntimeUrl(webDir) };
}

/** Blocks whose code is fetched when they open. */
const openedLater = new Set(["dialog", "video"]);

/** Where a page is opened, and by whom. */
export interface Opened {
  pathname: string;
  query: URLSearchParams;
  acceptLanguage?: string | undefined;
  /** Of who is signed in. */
  ahead?: Ahead | undefined;
  /** Something is seen before there is code, which comes behind it. */
  isPictured?: boolean;
}

/**
 * The links that let a page fetch what it needs at once, while its first file is still on the way: the manifest, the
 * shell's bundle, the bundles of each screen that the address may mean to who opens it, of the request that it names and
 * of what the page asked for here before, and the code of the screen's blocks and of its first form. What its other forms
 * need is fetched when they are shown.
 */
export function toPreloads(release: Release, opened: Opened, code: CodePlaces = { words: {} }): string {
  const { pathname, query, acceptLanguage, ahead, isPictured } = opened;
  const orgId = query.get("orgId") ?? ahead?.orgId;
  const organisation = release.organisations.get(orgId ?? release.defaultOrgId);
  if (!organisation) return "";
  const locale = query.get("lang") ?? ahead?.locale ?? acceptLanguage?.split(/[-,;]/)[0] ?? "en";
  const known = toSpoken(organisation, locale);
  const { documents, validators } = organisation.manifest(known);
  const found = findScreens(organisation, pathname, ahead !== undefined);
  const fetched = [
    `/config/manifest?${new URLSearchParams({ ...(orgId ? { orgId } : {}), locale }).toString()}`,
    documents["bundle/shell"],
    documents[`locale/${known}`],
    ...found.flatMap(({ screen, params }) => [
      documents[`bundle/screen.${screen.id}`],
      documents[`bundle/request.${params["formId"]}`],
    ]),
    ...(ahead?.bundles ?? []).map((key) =>
      Object.hasOwn(documents, `bundle/${key}`) ? documents[`bundle/${key}`] : undefined,
    ),
  ];
  const hint = isPictured ? ' fetchpriority="low"' : "";
  const modules = found.map(({ screen }) => codeOf(organisation, screen, validators, code));
  const further = (ahead?.bundles ?? []).flatMap((key) =>
    codeOfForm(organisation, findForm(organisation, key), validators, code),
  );
  return [
    ...[...new Set(fetched)]
      .filter((url) => url !== undefined)
      .map((url) => `<link rel="preload" as="fetch" crossorigin href="${escape(url)}">`),
    // An address may mean one screen for some and another for others: only what both need is sure to be used.
    ...[
      ...new Set([...(modules[0] ?? []).filter((url) => modules.every((urls) => urls.includes(url))), ...further]),
    ].map((url) => `<link rel="modulepreload"${hint} href="${escape(url)}">`),
  ].join("");
}

/** Files with the code of a screen's roots and blocks, and of its first form. */
function codeOf(
  organisation: OrganisationRelease,
  { load = [], body }: ScreenDocument,
  validators: Readonly<Record<string, string>>,
  code: CodePlaces,
): string[] {
  const blocks = blocksOf(body);
  const form = blocks.map((block) => block["form"]).find((id) => typeof id === "string");
  return [
    ...new Set([
      ...(load.length > 0 ? (code.words["screen:load"] ?? []) : []),
      ...blocks
        .filter(({ block }) => !openedLater.has(block))
        .flatMap(({ block }) => code.words[`block:${block}`] ?? []),
      ...codeOfForm(organisation, form, validators, code),
    ]),
  ];
}

/** Files with a form's validators and widgets, and with what draws it. */
function codeOfForm(
  organisation: OrganisationRelease,
  form: string | undefined,
  validators: Readonly<Record<string, string>>,
  { words, runtimeUrl }: CodePlaces,
): string[] {
  const model = form === undefined ? undefined : organisation.formModel(form);
  if (!model) return [];
  return [
    ...Object.entries(validators)
      .filter(([name]) => name.startsWith(`${form}#`))
      .map(([, url]) => url),
    ...(runtimeUrl ? [runtimeUrl] : []),
    ...model.fields.flatMap(({ field }) => words[`widget:${field.widget}`] ?? []),
    ...(isPlain(model) ? [] : (words["form:large"] ?? [])),
  ];
}

/** The form that a bundle is of: its own, or its verification's. */
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
): { screen: ScreenDocument; params: Record<string, string> }[] {
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

/** Blocks of a body with those inside them, in the order of the document. */
const blocksOf = (body: readonly BlockDocument[]): BlockDocument[] =>
  body.flatMap((block) => [block, ...blocksOf(Array.isArray(block["body"]) ? (block["body"] as BlockDocument[]) : [])]);
