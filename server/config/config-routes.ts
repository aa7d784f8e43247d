import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import { fieldError, WalletError } from "#server/errors.ts";
import { toHash } from "./compile/served-content.ts";
import { chooseLanguage, findApp, type Release } from "./release.ts";
import type { PublishedReleases } from "./published-releases.ts";
import type { ConfigReader } from "./reader.ts";

/** The number of releases that stay served: the current one, earlier ones, and mixtures with older ones. */
const releasesMax = 24;
const immutable = "public, max-age=31536000, immutable";
const types: Record<string, string> = { json: "application/json; charset=utf-8", js: "text/javascript; charset=utf-8" };

type Encoding = "br" | "gzip" | "identity";
type Encoder = (text: string) => Buffer;
const encoders: Record<Encoding, Encoder> = {
  br: (text) =>
    brotliCompressSync(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    }),
  gzip: (text) => gzipSync(text),
  identity: (text) => Buffer.from(text),
};

/** The stored definitions of an older release that transactions of an organisation use; undefined when none does. */
export type FindTransactionDocuments = (
  releaseId: string,
  orgId: string,
) => Promise<readonly AnyDefinition[] | undefined>;

/** The config service. Only the manifest and unknown addresses need the database. */
interface ConfigRoutes {
  /** Definitions and validators, immutable under their hashes. */
  addDocuments(server: FastifyInstance): void;
  /** The manifest with an ETag, and the status of the last check. */
  addManifest(server: FastifyInstance): void;
}

/** Sources in the database; both are missing without one. */
export interface ConfigSources {
  findTransactionDocuments?: FindTransactionDocuments;
  publishedReleases?: Pick<PublishedReleases, "announce" | "find">;
}

/**
 * Earlier releases stay served, so that an open page still finds its definitions. Releases of other servers are found
 * in the database.
 */
export function createConfigRoutes(
  config: ConfigReader,
  { findTransactionDocuments, publishedReleases }: ConfigSources = {},
): ConfigRoutes {
  const encode = createEncode();
  const recent: Release[] = [];
  const remember = (release: Release): void => {
    if (recent[0] === release) return;
    const others = recent.filter((other) => other !== release);
    recent.splice(0, recent.length, release, ...others.slice(0, releasesMax - 1));
  };
  const findServed = (url: string): string | undefined => {
    const current = config.current();
    remember(current);
    for (const release of recent) {
      const content = release.served.get(url);
      if (content !== undefined) return content;
    }
    return undefined;
  };
  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    text: string,
    type: string,
  ): FastifyReply => {
    const encoding = chooseEncoding(request.headers["accept-encoding"]);
    reply.header("vary", "Accept-Encoding").type(type).header("x-config-release", config.current().id);
    if (config.isLastGood()) reply.header("x-config-last-good", "true");
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    return reply.send(encode(key, text, encoding));
  };

  return {
    addManifest(server) {
      // `send` compresses it once.
      server.get("/config/manifest", { compress: false }, async (request, reply) => {
        const { orgId, locale, release: requested, app: appId } = readQuery(request.query);
        const current = config.current();
        const definitions =
          requested && requested !== current.id
            ? await findTransactionDocuments?.(requested, orgId ?? current.defaultOrgId)
            : undefined;
        if (requested && requested !== current.id && !definitions) throw new WalletError("notFound");
        const release = definitions
          ? await config.withTransactionDocuments(requested!, orgId ?? current.defaultOrgId, definitions)
          : current;
        remember(release);
        await publishedReleases?.announce(release);
        const organisation = release.organisations.get(orgId ?? release.defaultOrgId);
        const app = appId === undefined ? organisation && findApp(organisation, "/") : organisation?.get("app", appId);
        if (!organisation || (appId !== undefined && !app)) throw new WalletError("notFound");
        const manifest = JSON.stringify({
          ...organisation.manifest(chooseLanguage(organisation, locale, app), app?.id),
          ...(definitions ? { release: requested } : {}),
        });
        const etag = `"${toHash(manifest)}"`;
        reply.header("etag", etag).header("cache-control", "no-cache");
        if (request.headers["if-none-match"] === etag) return reply.code(304).send();
        return send(request, reply, etag, manifest, types["json"]!);
      });
      // The workbench polls it several times a second, so it has an ETag and no log line.
      server.get("/config/status", { logLevel: "warn" }, async (request, reply) => {
        const status = JSON.stringify(config.status());
        const etag = `"${toHash(status)}"`;
        reply.header("etag", etag).header("cache-control", "no-cache").type(types["json"]!);
        return request.headers["if-none-match"] === etag ? reply.code(304).send() : reply.send(status);
      });
    },
    addDocuments(server) {
      server.get<{ Params: { place: string; file: string } }>("/config/:place/:file", async (request, reply) => {
        const url = `/config/${request.params.place}/${request.params.file}`;
        const content = findServed(url) ?? (await publishedReleases?.find(url));
        if (content === undefined) throw new WalletError("notFound");
        reply.header("cache-control", immutable);
        return send(request, reply, url, content, types[url.split(".").at(-1)!] ?? types["json"]!);
      });
    },
  };
}

/** Compresses each content once, by its key. */
function createEncode(): (key: string, text: string, encoding: Encoding) => Buffer {
  const compressed = new Map<string, Buffer>();
  return (key, text, encoding) => {
    const name = `${encoding} ${key}`;
    const bytes = compressed.get(name) ?? encoders[encoding](text);
    if (compressed.size > 2_000) compressed.clear();
    compressed.set(name, bytes);
    return bytes;
  };
}

function chooseEncoding(accepted: string | undefined): Encoding {
  if (accepted?.includes("br")) return "br";
  return accepted?.includes("gzip") ? "gzip" : "identity";
}

const queryKeys = ["orgId", "locale", "release", "app"] as const;
type ManifestQuery = Partial<Record<(typeof queryKeys)[number], string>>;
/** The query of the manifest. Throws 400 for unknown and repeated keys. */
function readQuery(query: unknown): ManifestQuery {
  const values = query as ManifestQuery;
  const fields = Object.entries(values).filter(
    ([key, value]) => !(queryKeys as readonly string[]).includes(key) || typeof value !== "string" || value.length > 64,
  );
  if (fields.length > 0)
    throw new WalletError("badRequest", {
      fields: fields.map(([key]) => fieldError(`/${key}`, "additionalProperties", "value-unknown")),
    });
  return values;
}
