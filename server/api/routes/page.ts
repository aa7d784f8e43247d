import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { services as bases } from "#engine/api/services.ts";
import type { TextKey } from "#engine/documents/text-keys.ts";
import { readAhead } from "#server/config/ahead.ts";
import { readCodePlaces, toPreloads } from "#server/config/preloads.ts";
import { toTrust } from "#engine/documents/trust.ts";
import type { ConfigReader } from "#server/config/reader.ts";
import type { OrganisationRelease, Release } from "#server/config/release.ts";
import { WalletError } from "#server/errors.ts";
import type { FindWords, Words } from "#server/messaging/words/words.ts";
import { escapeHtml } from "../html.ts";
import { drawPicture, type Picture } from "../picture/picture.ts";
import type { Visit } from "../picture/picture-scope.ts";
import { findLanguage, toLanguage } from "../language.ts";
import { newNonce, setPolicy, toPolicy } from "../security-headers.ts";
import type { Settings } from "#server/platform/settings.ts";

/** Tells the page that nothing in it is real. */
const sandboxMark = '<meta name="sanad-sandbox" content="1">';
const noncePlace = "__CSP_NONCE__";
/** What the page must be able to say when nothing could be loaded. */
const earlyTexts: readonly TextKey[] = ["load.failed", "load.retry"];
/** Paths that are never a screen: an unknown one is 404 as JSON, whatever it accepts. */
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
  findWords: FindWords;
}

/**
 * Serves the built app: `/assets` for ever under their hashes, and index.html for any other GET that accepts a page,
 * with a fresh nonce each time. Without a build it says so.
 */
export async function pagePlugin(server: FastifyInstance, services: PageServices): Promise<void> {
  const { settings, config } = services;
  const index = path.join(settings.webDir, "index.html");
  const isBuilt = existsSync(index);
  const page = isBuilt ? await readFile(index, "utf8") : undefined;
  const pictured = page === undefined ? undefined : await paintFirst(page, settings.webDir);
  const code = readCodePlaces(settings.webDir);
  if (isBuilt) await serveFiles(server, settings.webDir);

  const sendPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (page === undefined || pictured === undefined)
      return reply.code(503).type("text/plain; charset=utf-8").send("The app is not built yet: run `npm start`.\n");
    // Taken apart by hand: "//host" is a path here, and nothing that a client sends may throw.
    const [pathname = "/", search = ""] = request.url.split("?", 2);
    const query = new URLSearchParams(search);
    const release = config.current();
    const ahead = readAhead(request.headers.cookie, pathname);
    const orgId = query.get("orgId") ?? ahead?.orgId;
    const language =
      findLanguage(query.get("lang") ?? ahead?.locale ?? null, services) ?? toLanguage(request, services);
    const marks = [
      settings.sandbox ? sandboxMark : "",
      toMark("organisation", release?.defaultOrgId),
      // Its answers may leave something unsaid: the page fetches what works that out.
      toMark("wallet", settings.walletApiUrl && "another"),
      toMark("logo", release && findLogo(release, orgId)),
    ];
    const nonce = newNonce();
    const words = services.findWords(language, orgId);
    const shown =
      release && (release.organisations.get(orgId ?? "") ?? release.organisations.get(release.defaultOrgId));
    // Whoever is signed in sees what only the page can tell; so does who is being signed in by a link.
    const picture =
      ahead || query.has("sso")
        ? undefined
        : draw(request, shown, { pathname, query, language, sandbox: settings.sandbox });
    const acceptLanguage = request.headers["accept-language"];
    const links = toPreloads(release, { pathname, query, acceptLanguage, ahead, isPictured: !!picture }, code);
    const name = shown && (shown.organisation.displayName ?? shown.organisation.name);
    setPolicy(reply, toPolicy(nonce));
    return reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .send(
        say((picture ? pictured : page).replaceAll(noncePlace, nonce), words)
          .replace("__TITLE__", () => escapeHtml(picture?.title ?? name ?? ""))
          .replace("__PICTURE__", () => picture?.body ?? "")
          .replace(
            "</head>",
            () =>
              `${toPreview(picture?.title, name, words)}${marks.join("")}${links}${toStyle(picture?.style, nonce)}</head>`,
          ),
      );
  };
  server.get("/*", async (request, reply) => {
    const place = request.url.split("?")[0]!;
    if (!wantsPage(request.headers.accept, place)) throw new WalletError("notFound");
    return sendPage(request, reply);
  });
}

/**
 * The page for who gets a picture: what that is drawn with comes in the page itself, and code behind it. On a slow line the
 * code would take the line from the style sheet, and nothing would be seen before both are there.
 */
async function paintFirst(page: string, webDir: string): Promise<string> {
  const [link, place] = page.match(/<link rel="stylesheet"[^>]* href="(\/assets\/[\w.-]+\.css)">/) ?? [];
  if (link === undefined || place === undefined) return page;
  const css = await readFile(path.join(webDir, place), "utf8");
  return page
    .replace(link, () => `<style nonce="${noncePlace}">${css}</style>`)
    .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"');
}

/** The first look of the page; without it the page waits for its code, as it does where something in it fails. */
function draw(
  request: FastifyRequest,
  organisation: OrganisationRelease | undefined,
  visit: Omit<Visit, "organisation" | "now">,
): Picture | undefined {
  try {
    return organisation && drawPicture({ ...visit, organisation, now: new Date() });
  } catch (error) {
    request.log.error(error, "The first look of a page could not be drawn");
    return undefined;
  }
}

/** What searches and previews of the link say of the page. */
function toPreview(title: string | undefined, name: string | undefined, words: Words): string {
  if (!name) return "";
  const about = escapeHtml(words.say("pages", "about", { organisation: name }));
  return [
    `<meta name="description" content="${about}">`,
    `<meta property="og:title" content="${escapeHtml(title ?? name)}">`,
    `<meta property="og:description" content="${about}">`,
  ].join("");
}

const toStyle = (css: string | undefined, nonce: string): string =>
  css ? `<style nonce="${nonce}">${css}</style>` : "";

/** Something that the page's code must know before it asks anybody. */
const toMark = (name: string, content: string | undefined): string =>
  content ? `<meta name="sanad-${name}" content="${escapeHtml(content)}">` : "";

/** The logo that the page shows while it loads: the organisation's of the address, else the default one's. */
function findLogo({ organisations, defaultOrgId }: Release, orgId: string | undefined): string | undefined {
  const organisation = (organisations.get(orgId ?? "") ?? organisations.get(defaultOrgId))?.organisation;
  return organisation && toTrust(organisation).logo;
}

/** The page in a language: what it says before any document is there, and without script. */
function say(page: string, words: Words): string {
  const early = Object.fromEntries(earlyTexts.map((key) => [key, words.text(key)]));
  return page
    .replace("__LANGUAGE__", () => escapeHtml(words.language))
    .replace("__WORDS__", () => escapeHtml(JSON.stringify(early)))
    .replace("__NO_SCRIPT__", () => escapeHtml(words.say("pages", "no-script")));
}

/** A browser asks for text/html; what takes anything gets the page too, but not in place of a missing file. */
function wantsPage(accept: string | undefined, place: string): boolean {
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
  // Fonts, icons and the manifest lie beside the page under plain names.
  await server.register(fastifyStatic, {
    ...shared,
    root: webDir,
    prefix: "/",
    wildcard: false,
    globIgnore: ["**/index.html", "assets/**", "**/*.br", "**/*.gz", ".vite/**"],
    maxAge: "1h",
  });
}
