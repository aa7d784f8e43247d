import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import { services as bases } from "#engine/api/services.ts";
import { readCodePlaces, toPreloads } from "../config/preloads.ts";
import type { ConfigReader } from "../config/reader.ts";
import { WalletError } from "../errors.ts";
import { newNonce, setPolicy, toPolicy } from "../http/security-headers.ts";
import type { Settings } from "../settings.ts";

/** Tells the page that nothing in it is real. */
const sandboxMark = '<meta name="sanad-sandbox" content="1">';
const noncePlace = "__CSP_NONCE__";
/** Paths that are never a screen: an unknown one is 404 as JSON, whatever it accepts. */
const apiPrefixes = [...new Set(Object.values(bases).map((base) => base.slice(0, base.indexOf("/api/") + 5))), "/config/", "/webhooks/", "/t/", "/sandbox/", "/assets/"];

/**
 * Serves the built app: `/assets` for ever under their hashes, and index.html for any other GET that accepts a page,
 * with a fresh nonce each time. Without a build it says so.
 */
export async function pagePlugin(server: FastifyInstance, settings: Pick<Settings, "webDir" | "walletApiUrl" | "sandbox">, config: Pick<ConfigReader, "current">): Promise<void> {
  const index = path.join(settings.webDir, "index.html");
  const isBuilt = existsSync(index);
  const page = isBuilt ? await readFile(index, "utf8") : undefined;
  const code = readCodePlaces(settings.webDir);
  if (isBuilt) await serveFiles(server, settings.webDir);

  const sendPage = (reply: FastifyReply, url: string, acceptLanguage: string | undefined): FastifyReply => {
    if (page === undefined) return reply.code(503).type("text/plain; charset=utf-8").send("The app is not built yet: run `npm start`.\n");
    const nonce = newNonce();
    setPolicy(reply, toPolicy(settings, nonce));
    return reply.type("text/html; charset=utf-8").header("cache-control", "no-store").send(page.replaceAll(noncePlace, nonce).replace("</head>", `${settings.sandbox ? sandboxMark : ""}${toLinks(url, acceptLanguage)}</head>`));
  };
  /** The documents that this address will ask for. */
  const toLinks = (url: string, acceptLanguage: string | undefined): string => {
    // Taken apart by hand: "//host" is a path here, and nothing that a client sends may throw.
    const [pathname = "/", query = ""] = url.split("?", 2);
    return toPreloads(config.current(), pathname, new URLSearchParams(query), acceptLanguage, code);
  };
  server.get("/*", async (request, reply) => {
    const place = request.url.split("?")[0]!;
    if (!wantsPage(request.headers.accept, place)) throw new WalletError("notFound");
    return sendPage(reply, request.url, request.headers["accept-language"]);
  });
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
  if (existsSync(assets)) await server.register(fastifyStatic, { ...shared, root: assets, prefix: "/assets/", immutable: true, maxAge: "365d" });
  // Fonts, icons and the manifest lie beside the page under plain names.
  await server.register(fastifyStatic, { ...shared, root: webDir, prefix: "/", wildcard: false, globIgnore: ["**/index.html", "assets/**", "**/*.br", "**/*.gz", ".vite/**"], maxAge: "1h" });
}
