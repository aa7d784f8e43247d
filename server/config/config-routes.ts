import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AnyDocument } from "#engine/documents/kinds.ts";
import { refusedField, WalletError } from "#server/errors.ts";
import { toHash } from "./compile/served-content.ts";
import { toSpoken, type Release } from "./release.ts";
import type { Publications } from "./publication.ts";
import type { ConfigReader } from "./reader.ts";

/** Releases whose documents stay served: the newest, those before it, and mixtures with older ones. */
const servedMax = 24;
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

/** What an organisation's transactions keep of an older release; undefined when none does. */
export type FindPinned = (releaseId: string, orgId: string) => Promise<readonly AnyDocument[] | undefined>;

/** The config service. Its documents ask nobody and nothing, but for an address that is not known; its manifest may ask the database. */
interface ConfigRoutes {
  /** Documents and validators, for ever under their hashes. */
  addDocuments(server: FastifyInstance): void;
  /** The manifest with an ETag, and what the last check said. */
  addManifest(server: FastifyInstance): void;
}

/** What the routes ask the database for; nothing where there is none. */
export interface ConfigSources {
  findPinned?: FindPinned;
  publications?: Pick<Publications, "tell" | "find">;
}

/**
 * Addresses of the release before stay served, so that an open page still finds its documents; those of a release that
 * another server serves are found too.
 */
export function createConfigRoutes(
  config: ConfigReader,
  { findPinned, publications }: ConfigSources = {},
): ConfigRoutes {
  const encode = createEncode();
  const known: Release[] = [];
  const note = (release: Release): void => {
    if (known[0] === release) return;
    const others = known.filter((other) => other !== release);
    known.splice(0, known.length, release, ...others.slice(0, servedMax - 1));
  };
  const findServed = (url: string): string | undefined => {
    const current = config.current();
    note(current);
    for (const release of known) {
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
      // It is compressed once, here.
      server.get("/config/manifest", { compress: false }, async (request, reply) => {
        const { orgId, locale, release: wanted } = readQuery(request.query);
        const current = config.current();
        const pinned =
          wanted && wanted !== current.id ? await findPinned?.(wanted, orgId ?? current.defaultOrgId) : undefined;
        if (wanted && wanted !== current.id && !pinned) throw new WalletError("notFound");
        const release = pinned ? await config.withPinned(wanted!, orgId ?? current.defaultOrgId, pinned) : current;
        note(release);
        await publications?.tell(release);
        const organisation = release.organisations.get(orgId ?? release.defaultOrgId);
        if (!organisation) throw new WalletError("notFound");
        const manifest = JSON.stringify({
          ...organisation.manifest(toSpoken(organisation, locale)),
          ...(pinned ? { release: wanted } : {}),
        });
        const etag = `"${toHash(manifest)}"`;
        reply.header("etag", etag).header("cache-control", "no-cache");
        if (request.headers["if-none-match"] === etag) return reply.code(304).send();
        return send(request, reply, etag, manifest, types["json"]!);
      });
      // Asked many times a second by the workbench: it is sent again only when it is another, and no line of the log each.
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
        const content = findServed(url) ?? (await publications?.find(url));
        if (content === undefined) throw new WalletError("notFound");
        reply.header("cache-control", immutable);
        return send(request, reply, url, content, types[url.split(".").at(-1)!] ?? types["json"]!);
      });
    },
  };
}

/** Content is compressed once, by its key. */
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

const queryKeys = ["orgId", "locale", "release"];
/** The manifest's query: its keys, each once; anything else is refused. */
function readQuery(query: unknown): { orgId?: string; locale?: string; release?: string } {
  const values = query as Record<string, unknown>;
  const fields = Object.entries(values).filter(
    ([key, value]) => !queryKeys.includes(key) || typeof value !== "string" || value.length > 64,
  );
  if (fields.length > 0)
    throw new WalletError("badRequest", {
      fields: fields.map(([key]) => refusedField(`/${key}`, "additionalProperties", "value-unknown")),
    });
  return values as { orgId?: string; locale?: string; release?: string };
}
