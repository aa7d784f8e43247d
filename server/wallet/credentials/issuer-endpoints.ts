import type { FastifyInstance, FastifyReply } from "fastify";
import { protocolEndpoints } from "#engine/contract/protocol-endpoints.ts";
import { notFound } from "#server/errors.ts";
import { allowAnyOrigin } from "#server/platform/cors.ts";
import type { Services } from "#server/services.ts";
import { listPublicKeys, readSigningKey } from "./issuer-keys.ts";
import { listCacheSeconds } from "./status-list.ts";
import { readTypeMetadata, type TypeName } from "./type-metadata.ts";
import { transact } from "#server/platform/store/database.ts";

const { issuer, credentialType, statusList, logo } = protocolEndpoints;

/** Public endpoints to verify credentials with: issuer, keys, type metadata, status lists and logos. */
export async function addIssuerEndpoints(area: FastifyInstance, services: Services): Promise<void> {
  // A separate Fastify scope, because CORS opens these endpoints only.
  await area.register(async (app) => {
    allowAnyOrigin(app, [issuer, credentialType, statusList, logo]);
    addRoutes(app, services);
  });
}

function addRoutes(app: FastifyInstance, services: Services): void {
  const { db, secrets, settings } = services;
  app.get<{ Params: { orgId: string } }>(
    logo.path,
    { schema: { params: logo.params } },
    async ({ params: { orgId } }, reply) => {
      const picture = services.config.organisation(orgId)?.organisation.logo;
      const [, type, coding, text] = /^data:(image\/[\w.+-]+)(;base64)?,(.*)$/s.exec(picture ?? "") ?? [];
      if (type === undefined || text === undefined) throw notFound("organisation");
      const bytes = coding ? Buffer.from(text, "base64") : Buffer.from(decodeURIComponent(text));
      return publish(reply).type(type).send(bytes);
    },
  );
  app.get(issuer.path, async (_request, reply) => {
    let keys = await listPublicKeys(db);
    if (keys.length === 0) {
      await transact(db, (tx) => readSigningKey(tx, secrets));
      keys = await listPublicKeys(db);
    }
    return publish(reply).send({ issuer: settings.publicUrl, jwks: { keys } });
  });
  app.get<{ Params: TypeName }>(
    credentialType.path,
    { schema: { params: credentialType.params } },
    async ({ params }, reply) => {
      const metadata = await readTypeMetadata(services, params);
      if (!metadata) throw notFound("credential");
      return publish(reply).send(metadata);
    },
  );
  app.get<{ Params: { list: string } }>(
    statusList.path,
    { schema: { params: statusList.params } },
    async ({ params, headers }, reply) => {
      const list = Number(params.list);
      const signed = list <= maxList ? await services.statusLists.read(list) : undefined;
      if (signed === undefined) throw notFound("credential");
      publish(reply).header("etag", signed.etag);
      const isKnown = headers["if-none-match"]
        ?.split(",")
        .some((tag) => tag.trim().replace(/^W\//, "") === signed.etag);
      if (isKnown) return reply.code(304).send();
      return reply.type("application/statuslist+jwt").send(signed.token);
    },
  );
}

/** Highest list that a database integer can address. */
const maxList = 32_767;

/** Allows shared caches to keep the response for some minutes. */
const publish = (reply: FastifyReply): FastifyReply =>
  reply.header("cache-control", `public, max-age=${listCacheSeconds}`);
