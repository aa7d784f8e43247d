import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { services as bases } from "#engine/contract/services.ts";
import type { TextKey } from "#engine/core/definitions/text-keys.ts";
import { readPageHints } from "#server/config/page-hints.ts";
import { readCodeFiles, toPreloadLinks } from "#server/config/preloads.ts";
import { toWalletBrand } from "#engine/core/definitions/wallet-brand.ts";
import type { ConfigReader } from "#server/config/reader.ts";
import { findApp, type OrganisationRelease, type Release } from "#server/config/release.ts";
import type { FindMessageTexts, MessageTexts } from "#server/messaging/texts/message-texts.ts";
import { escapeHtml } from "../html.ts";
import { renderPlaceholder, type Placeholder } from "../placeholder/placeholder.ts";
import type { Visit } from "../placeholder/placeholder-scope.ts";
import { findLanguage, findRequestLanguage } from "../language.ts";
import { newNonce, setPolicy, toPolicy } from "../response-headers.ts";
import type { Settings } from "#server/platform/settings.ts";

/** Marks the page as a sandbox. */
const sandboxMark = '<meta name="sanad-sandbox" content="1">';
const noncePlace = "__CSP_NONCE__";
/** Texts for the case that nothing can be loaded. */
const fallbackTexts: readonly TextKey[] = ["load.failed", "load.retry"];
/** Prefixes without screens: an unknown path is 404 as JSON, also for a client that accepts HTML. */
const apiPrefixes = [
  ...new Set(Object.values(bases).map((base) => base.slice(0, base.indexOf("/api/") + 5))),
  "/config/",
  "/webhooks/",
  "/t/",
  "/credentials/",
  "/.well-known/",
  "/sandbox/",
  "/assets/",
];

interface PageServices {
  settings: Pick<Settings, "webDir" | "walletApiUrl" | "sandbox">;
  config: Pick<ConfigReader, "current">;
  findMessageTexts: FindMessageTexts;
}

/**
 * Serves the built app: `/assets` immutable by hash, and index.html with a new nonce for any other GET that accepts
 * HTML. Without a build it answers 503.
 */
export async function pagePlugin(server: FastifyInstance, services: PageServices): Promise<void> {
  const { settings, config } = services;
  const index = path.join(settings.webDir, "index.html");
  const isBuilt = existsSync(index);
  const page = isBuilt ? await readFile(index, "utf8") : undefined;
  const placeholderPage = page === undefined ? undefined : await toPlaceholderPage(page, settings.webDir);
  const code = readCodeFiles(settings.webDir);
  if (isBuilt) await serveFiles(server, settings.webDir);

  const sendPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (page === undefined || placeholderPage === undefined)
      return reply.code(503).type("text/plain; charset=utf-8").send("The app is not built yet: run `npm start`.\n");
    // Parsed by hand: "//host" is a path here, and no input may throw.
    const [pathname = "/", search = ""] = request.url.split("?", 2);
    const query = new URLSearchParams(search);
    const release = config.current();
    const app = release && findApp(release.organisations.get(release.defaultOrgId)!, pathname);
    const isCandidates = app === undefined || app.signIn === "candidate";
    const hints = isCandidates ? readPageHints(request.headers.cookie, pathname) : undefined;
    const orgId = query.get("orgId") ?? hints?.orgId;
    const language =
      findLanguage(query.get("lang") ?? hints?.locale ?? null, services) ?? findRequestLanguage(request, services);
    const marks = [
      settings.sandbox ? sandboxMark : "",
      toMark("organisation", release?.defaultOrgId),
      ...(app === undefined || app.base === "/" ? [] : [toMark("app", app.id), toMark("sign-in", app.signIn)]),
      // Its answers may lack `allowed`, so the page loads the code that computes it.
      toMark("wallet", settings.walletApiUrl && "another"),
      toMark("logo", release && findLogo(release, orgId)),
    ];
    const nonce = newNonce();
    const messages = services.findMessageTexts(language, orgId);
    const organisation =
      release && (release.organisations.get(orgId ?? "") ?? release.organisations.get(release.defaultOrgId));
    // A signed-in visitor, or one with a sign-in link, sees what only the page can decide.
    const placeholder =
      hints || query.has("sso") || !isCandidates
        ? undefined
        : render(request, organisation, { pathname, query, language, sandbox: settings.sandbox });
    const acceptLanguage = request.headers["accept-language"];
    const links = toPreloadLinks(
      release,
      { pathname, query, acceptLanguage, app, hints, hasPlaceholder: !!placeholder },
      code,
    );
    const name = organisation && (organisation.organisation.displayName ?? organisation.organisation.name);
    setPolicy(reply, toPolicy(nonce));
    return reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .send(
        fillTexts((placeholder ? placeholderPage : page).replaceAll(noncePlace, nonce), messages)
          .replace("__TITLE__", () => escapeHtml(placeholder?.title ?? name ?? ""))
          .replace("__PLACEHOLDER__", () => placeholder?.body ?? "")
          .replace(
            "</head>",
            () =>
              `${toPreview(placeholder?.title, name, messages)}${marks.join("")}${links}${toStyle(placeholder?.style, nonce)}</head>`,
          ),
      );
  };
  server.get("/*", async (request, reply) => {
    const place = request.url.split("?")[0]!;
    if (!acceptsHtml(request.headers.accept, place)) return reply.callNotFound();
    return sendPage(request, reply);
  });
}

/**
 * The page for a visitor with a placeholder: its style sheet is inline and its code has a low priority, so that a slow
 * network shows the placeholder first.
 */
async function toPlaceholderPage(page: string, webDir: string): Promise<string> {
  const [link, place] = page.match(/<link rel="stylesheet"[^>]* href="(\/assets\/[\w.-]+\.css)">/) ?? [];
  if (link === undefined || place === undefined) return page;
  const css = await readFile(path.join(webDir, place), "utf8");
  return page
    .replace(link, () => `<style nonce="${noncePlace}">${css}</style>`)
    .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"');
}

/** Renders the placeholder. On an error the page has none and waits for its code. */
function render(
  request: FastifyRequest,
  organisation: OrganisationRelease | undefined,
  visit: Omit<Visit, "organisation" | "now">,
): Placeholder | undefined {
  try {
    return organisation && renderPlaceholder({ ...visit, organisation, now: new Date() });
  } catch (error) {
    request.log.error(error, "The placeholder of a page could not be rendered");
    return undefined;
  }
}

/** Meta tags for search engines and link previews. */
function toPreview(title: string | undefined, name: string | undefined, messages: MessageTexts): string {
  if (!name) return "";
  const about = escapeHtml(messages.format("pages", "about", { organisation: name }));
  return [
    `<meta name="description" content="${about}">`,
    `<meta property="og:title" content="${escapeHtml(title ?? name)}">`,
    `<meta property="og:description" content="${about}">`,
  ].join("");
}

const toStyle = (css: string | undefined, nonce: string): string =>
  css ? `<style nonce="${nonce}">${css}</style>` : "";

/** A meta tag with a value that the page needs before its first call. */
const toMark = (name: string, content: string | undefined): string =>
  content ? `<meta name="sanad-${name}" content="${escapeHtml(content)}">` : "";

/** The logo of the address's organisation or the default one, shown while the page loads. */
function findLogo({ organisations, defaultOrgId }: Release, orgId: string | undefined): string | undefined {
  const organisation = (organisations.get(orgId ?? "") ?? organisations.get(defaultOrgId))?.organisation;
  return organisation && toWalletBrand(organisation).logo;
}

/** Fills the texts that the page shows before its definitions are loaded, or without scripts. */
function fillTexts(page: string, messages: MessageTexts): string {
  const fallback = Object.fromEntries(fallbackTexts.map((key) => [key, messages.pageText(key)]));
  return page
    .replace("__LANGUAGE__", () => escapeHtml(messages.language))
    .replace("__TEXTS__", () => escapeHtml(JSON.stringify(fallback)))
    .replace("__NO_SCRIPT__", () => escapeHtml(messages.format("pages", "no-script")));
}

/**
 * A browser accepts text/html. A client that accepts anything gets the page too, except for a path with an extension.
 */
function acceptsHtml(accept: string | undefined, place: string): boolean {
  if (apiPrefixes.some((prefix) => place.startsWith(prefix))) return false;
  if (accept?.includes("text/html")) return true;
  return (accept === undefined || accept.includes("*/*")) && !/\.[^/]*$/.test(place);
}

async function serveFiles(server: FastifyInstance, webDir: string): Promise<void> {
  const assets = path.join(webDir, "assets");
  const shared = { index: false as const, preCompressed: true, decorateReply: false, dotfiles: "ignore" as const };
  if (existsSync(assets))
    await server.register(fastifyStatic, {
      ...shared,
      root: assets,
      prefix: "/assets/",
      immutable: true,
      maxAge: "365d",
    });
  // Fonts, icons and the manifest have plain names.
  await server.register(fastifyStatic, {
    ...shared,
    root: webDir,
    prefix: "/",
    wildcard: false,
    globIgnore: ["**/index.html", "assets/**", "**/*.br", "**/*.gz", ".vite/**"],
    maxAge: "1h",
  });
}
