import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { OrganisationDefinition } from "#engine/core/definitions/organisation.ts";
import { toWalletBrand } from "#engine/core/definitions/wallet-brand.ts";
import { protocolEndpoints } from "#engine/contract/protocol-endpoints.ts";
import { notFound } from "#server/errors.ts";
import { allowAnyOrigin } from "#server/platform/cors.ts";
import { parseFormBodies } from "#server/platform/request-bodies.ts";
import type { Services } from "#server/services.ts";
import { signAlgorithm } from "../credentials/issuer-keys.ts";
import { readTypeMetadata, toLogoAddress, toTypeAddress, type TypeName } from "../credentials/type-metadata.ts";
import { digitsLength, exchangeCode, findOfferedCode, OfferRejected } from "./offers.ts";
import { makeNonce, ProofRejected, issueCopy } from "./issue-copy.ts";

const grantType = "urn:ietf:params:oauth:grant-type:pre-authorized_code";
/** A wallet calls a few times; more calls are guesses. */
const callsPerHour = 120;

const { issuerOffers, authorizationServer, credentialOffer, offerToken, offerNonce, offeredCredential } =
  protocolEndpoints;
const calls = [issuerOffers, authorizationServer, credentialOffer, offerToken, offerNonce, offeredCredential];

/** OpenID4VCI 1.0 endpoints, pre-authorised code flow: another wallet gets a copy of a credential. */
export async function addOpenid4vciEndpoints(area: FastifyInstance, services: Services): Promise<void> {
  // A separate Fastify scope, because only these endpoints accept form bodies.
  await area.register(async (app) => {
    allowAnyOrigin(app, calls);
    parseFormBodies(app);
    app.addHook("onRequest", async (request) => {
      if (request.method === "POST")
        await services.rateLimits.consumeForAddress("issuance", request.ip, callsPerHour, 3600);
    });
    addMetadata(app, services);
    addEndpoints(app, services);
  });
}

function addMetadata(app: FastifyInstance, services: Services): void {
  const { publicUrl } = services.settings;
  app.get(issuerOffers.path, async (_request, reply) => publish(reply).send(await toIssuerMetadata(services)));
  app.get(authorizationServer.path, async (_request, reply) =>
    publish(reply).send({
      issuer: publicUrl,
      token_endpoint: publicUrl + offerToken.path,
      grant_types_supported: [grantType],
      response_types_supported: ["none"],
      token_endpoint_auth_methods_supported: ["none"],
      "pre-authorized_grant_anonymous_access_supported": true,
    }),
  );
  app.get<{ Params: { id: string } }>(
    credentialOffer.path,
    { schema: { params: credentialOffer.params } },
    async ({ params }, reply) => {
      const offered = await findOfferedCode(services, params.id);
      if (!offered) throw notFound("link");
      return publish(reply).send({
        credential_issuer: publicUrl,
        credential_configuration_ids: [toConfigurationId(offered.vct)],
        grants: {
          [grantType]: {
            "pre-authorized_code": offered.code,
            tx_code: { input_mode: "numeric", length: digitsLength },
          },
        },
      });
    },
  );
}

function addEndpoints(app: FastifyInstance, services: Services): void {
  app.post<{ Body: Record<string, unknown> }>(offerToken.path, ({ body }, reply) =>
    sendResult(reply, async () => {
      if (body?.["grant_type"] !== grantType)
        throw new OfferRejected("invalid_request", "Only a pre-authorised code is accepted.");
      const { token, expiresInSeconds } = await exchangeCode(
        services,
        String(body["pre-authorized_code"] ?? ""),
        String(body["tx_code"] ?? ""),
      );
      return { access_token: token, token_type: "Bearer", expires_in: expiresInSeconds };
    }),
  );
  app.post(offerNonce.path, async (_request, reply) =>
    publish(reply, "no-store").send({ c_nonce: makeNonce(services, await services.clock.now()) }),
  );
  app.post<{ Body: Record<string, unknown> }>(offeredCredential.path, (request, reply) =>
    sendResult(reply, async () => {
      const proofs = (request.body?.["proofs"] as { jwt?: unknown[] } | undefined)?.jwt ?? [];
      const credential = await issueCopy(services, readToken(request), String(proofs[0] ?? ""));
      return { credentials: [{ credential }] };
    }),
  );
}

/** Sends the result, or the error in OAuth format. */
async function sendResult(reply: FastifyReply, make: () => Promise<object>): Promise<FastifyReply> {
  try {
    return publish(reply, "no-store").send(await make());
  } catch (error) {
    if (!(error instanceof OfferRejected) && !(error instanceof ProofRejected)) throw error;
    return publish(reply, "no-store")
      .code(error.error === "invalid_token" ? 401 : 400)
      .send({ error: error.error, error_description: error.message });
  }
}

const readToken = ({ headers }: FastifyRequest): string =>
  /^Bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";

async function toIssuerMetadata(services: Services) {
  const { config, settings } = services;
  const { organisations, defaultOrgId } = config.current();
  const names = [...organisations.values()].flatMap(({ orgId, list }) =>
    list("verification")
      .filter(({ credential }) => credential)
      .map(({ id }): TypeName => ({ orgId, verificationName: id })),
  );
  const entries = await Promise.all(names.map((name) => toConfiguration(services, name)));
  const trusted = organisations.get(defaultOrgId)?.organisation;
  return {
    credential_issuer: settings.publicUrl,
    credential_endpoint: settings.publicUrl + offeredCredential.path,
    nonce_endpoint: settings.publicUrl + offerNonce.path,
    ...(trusted && { display: [toDisplay(trusted, settings.publicUrl)] }),
    credential_configurations_supported: Object.fromEntries(entries.flat()),
  };
}

const toDisplay = (organisation: OrganisationDefinition, publicUrl: string) => {
  const { id } = organisation;
  const { name, logo } = toWalletBrand(organisation);
  return { name, ...(logo && { logo: { uri: toLogoAddress(logo, id, publicUrl), alt_text: name } }) };
};

/** A credential configuration, with the texts of its type metadata. */
async function toConfiguration(services: Services, name: TypeName): Promise<[string, object][]> {
  const metadata = await readTypeMetadata(services, name);
  if (!metadata) return [];
  const display = metadata.display.map(({ locale, name: title, description, rendering }) => ({
    locale,
    name: title,
    description,
    logo: rendering.simple.logo,
    background_color: rendering.simple.background_color,
    text_color: rendering.simple.text_color,
  }));
  const claims = metadata.claims.map(({ path, display: labels }) => ({
    path,
    display: labels.map(({ locale, label }) => ({ locale, name: label })),
  }));
  const configuration = {
    format: "dc+sd-jwt",
    vct: metadata.vct,
    cryptographic_binding_methods_supported: ["jwk"],
    credential_signing_alg_values_supported: [signAlgorithm],
    proof_types_supported: { jwt: { proof_signing_alg_values_supported: [signAlgorithm] } },
    credential_metadata: { display, claims },
  };
  return [[toConfigurationId(toTypeAddress(services.settings.publicUrl, name)), configuration]];
}

/** The last two segments of the type URL. */
const toConfigurationId = (vct: string): string => vct.split("/").slice(-2).join(".");

/** Allows shared caches for some minutes by default. */
const publish = (reply: FastifyReply, cacheControl = "public, max-age=300"): FastifyReply =>
  reply.header("cache-control", cacheControl);
