import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { BlockDocument } from "#engine/documents/fragments.ts";
import type { ScreenDocument } from "#engine/documents/screen.ts";
import { toSpoken, type OrganisationRelease, type Release } from "./release.ts";
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

/**
 * The links that let a page fetch what it needs at once, while its first file is still on the way: the manifest, the
 * shell's bundle, the bundles of each screen that the address may mean and of the request that it names, and the code of
 * the screen's blocks and of its first form. What its other forms need is fetched when they are shown.
 */
export function toPreloads(
  release: Release,
  pathname: string,
  query: URLSearchParams,
  acceptLanguage: string | undefined,
  code: CodePlaces = { words: {} },
): string {
  const organisation = release.organisations.get(query.get("orgId") ?? release.defaultOrgId);
  if (!organisation) return "";
  const locale = query.get("lang") ?? acceptLanguage?.split(/[-,;]/)[0] ?? "en";
  const known = toSpoken(organisation, locale);
  const { documents, validators } = organisation.manifest(known);
  const found = findScreens(organisation, pathname);
  const orgId = query.get("orgId");
  const fetched = [
    `/config/manifest?${new URLSearchParams({ ...(orgId ? { orgId } : {}), locale }).toString()}`,
    documents["bundle/shell"],
    documents[`locale/${known}`],
    ...found.flatMap(({ screen, params }) => [
      documents[`bundle/screen.${screen.id}`],
      documents[`bundle/request.${params["formId"]}`],
    ]),
  ];
  const modules = found.map(({ screen }) => codeOf(organisation, screen, validators, code));
  return [
    ...[...new Set(fetched)]
      .filter((url) => url !== undefined)
      .map((url) => `<link rel="preload" as="fetch" crossorigin href="${escape(url)}">`),
    // An address may mean one screen for visitors and another for who is signed in: only what both need is sure to be used.
    ...(modules[0] ?? [])
      .filter((url) => modules.every((urls) => urls.includes(url)))
      .map((url) => `<link rel="modulepreload" href="${escape(url)}">`),
  ].join("");
}

/** Files with the code of a screen's roots and blocks, and with the validators and widgets of its first form. */
function codeOf(
  organisation: OrganisationRelease,
  { load = [], body }: ScreenDocument,
  validators: Readonly<Record<string, string>>,
  { words, runtimeUrl }: CodePlaces,
): string[] {
  const blocks = blocksOf(body);
  const form = blocks.map((block) => block["form"]).find((id) => typeof id === "string");
  const model = form === undefined ? undefined : organisation.formModel(form);
  return [
    ...new Set([
      ...(load.length > 0 ? (words["screen:load"] ?? []) : []),
      ...blocks.filter(({ block }) => !openedLater.has(block)).flatMap(({ block }) => words[`block:${block}`] ?? []),
      ...(model
        ? Object.entries(validators)
            .filter(([name]) => name.startsWith(`${form}#`))
            .map(([, url]) => url)
        : []),
      ...(model && runtimeUrl ? [runtimeUrl] : []),
      ...(model?.fields ?? []).flatMap(({ field }) => words[`widget:${field.widget}`] ?? []),
    ]),
  ];
}

const escape = (url: string): string => url.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

function findScreens(
  organisation: OrganisationRelease,
  pathname: string,
): { screen: ScreenDocument; params: Record<string, string> }[] {
  return organisation.list("screen").flatMap((screen) => {
    const params = [screen.route]
      .flat()
      .map((pattern) => matchRoute(pattern, pathname))
      .find(Boolean);
    return params ? [{ screen, params }] : [];
  });
}

/** Blocks of a body with those inside them, in the order of the document. */
const blocksOf = (body: readonly BlockDocument[]): BlockDocument[] =>
  body.flatMap((block) => [block, ...blocksOf(Array.isArray(block["body"]) ? (block["body"] as BlockDocument[]) : [])]);
