import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { OfferTokenRequest } from "#engine/contract/foreign-shapes.ts";
import type { OrganisationDefinition } from "#engine/core/definitions/organisation.ts";
import { toWalletBrand } from "#engine/core/definitions/wallet-brand.ts";
import { protocolEndpoints } from "#engine/contract/protocol-endpoints.ts";
import { notFound, WalletError } from "#server/errors.ts";
import { allowAnyOrigin } from "#server/platform/cors.ts";
import { parseFormBodies } from "#server/platform/request-bodies.ts";
import { compileReader } from "#server/platform/untrusted.ts";
import type { Services } from "#server/services.ts";
import { signAlgorithm } from "../credentials/issuer-keys.ts";
import {
  readTypeMetadata,
  toConfigurationId,
  toLogoAddress,
  toTypeAddress,
  type TypeName,
} from "../credentials/type-metadata.ts";
import { issueCopy } from "./issue-copy.ts";
import { makeNonce } from "./key-proof.ts";
import { OfferRejected, orReject, type OfferError } from "./offer-rejected.ts";
import { digitsLength, exchangeCode, findOfferedCode, type TokenRequest } from "./offers.ts";

const grantType = "urn:ietf:params:oauth:grant-type:pre-authorized_code";
/** A wallet calls a few times; more calls are guesses. */
const callsPerHour = 120;

const { issuerOffers, authorizationServer, credentialOffer, offerToken, offerNonce, offeredCredential } =
  protocolEndpoints;
const calls = [issuerOffers, authorizationServer, credentialOffer, offerToken, offerNonce, offeredCredential];

/** OpenID4VCI 1.0 endpoints, pre-authorised code flow: another wallet gets a copy of a credential. */
export async function addOpenid4vciEndpoints(area: FastifyInstance, services: Services): Promise<void> {
  // A separate Fastify scope, for its CORS and its errors in OAuth format.
  await area.register(async (app) => {
    allowAnyOrigin(app, calls);
    app.addHook("onRequest", async (request) => {
      if (request.method === "POST")
        await services.rateLimits.consumeForAddress("issuance", request.ip, callsPerHour, 3600);
    });
    addMetadata(app, services);
    app.post(offerNonce.path, async (_request, reply) =>
      publish(reply, "no-store").send({ c_nonce: makeNonce(services, await services.clock.now()) }),
    );
    await app.register(async (scope) => {
      parseFormBodies(scope);
      answerInOauthFormat(scope, "invalid_request");
      addTokenEndpoint(scope, services);
    });
    await app.register(async (scope) => {
      answerInOauthFormat(scope, "invalid_credential_request");
      addCredentialEndpoint(scope, services);
    });
  });
}

/** Answers rejections, and bodies that no parser accepts, in OAuth format. */
function answerInOauthFormat(scope: FastifyInstance, unreadable: OfferError): void {
  scope.setErrorHandler((error: FastifyError, _request, reply) => {
    if (error instanceof OfferRejected) return sendRejection(reply, error);
    const status = error instanceof WalletError ? error.status : error.statusCode;
    if (status !== 400 && status !== 415) throw error;
    return sendRejection(reply, new OfferRejected(unreadable, "The body cannot be read, or repeats a parameter."));
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

function addTokenEndpoint(scope: FastifyInstance, services: Services): void {
  scope.post(offerToken.path, async (request, reply) => {
    const { token, expiresInSeconds } = await exchangeCode(services, readTokenRequest(request));
    return publish(reply, "no-store").send({ access_token: token, token_type: "Bearer", expires_in: expiresInSeconds });
  });
}

function addCredentialEndpoint(scope: FastifyInstance, services: Services): void {
  scope.post(offeredCredential.path, async (request, reply) => {
    const credential = await issueCopy(services, readToken(request), request.body);
    return publish(reply, "no-store").send({ credentials: [{ credential }] });
  });
}

const tokenRequests = compileReader("The token request", OfferTokenRequest);

/**
 * Reads a token request. Throws OfferRejected for a missing parameter, before anything is counted (OpenID4VCI 1.0,
 * 6.3).
 */
function readTokenRequest({ body, ip, headers }: FastifyRequest): TokenRequest {
  const request = orReject(() => tokenRequests.value(body), "invalid_request", "A parameter is missing or too long.");
  if (request.grant_type !== grantType)
    throw new OfferRejected("unsupported_grant_type", "Only a pre-authorized code is accepted.");
  const { "pre-authorized_code": code, tx_code: digits } = request;
  if (code === undefined) throw new OfferRejected("invalid_request", "The pre-authorized_code is missing.");
  if (digits === undefined) throw new OfferRejected("invalid_request", "The tx_code is missing.");
  return { code, digits, client: `${ip} ${headers["user-agent"] ?? ""}` };
}

/** RFC 6749, 5.2; for a bearer token RFC 6750, 3, where a call without token gets no error code in the header. */
function sendRejection(reply: FastifyReply, { error, message }: OfferRejected): FastifyReply {
  const isToken = error === "invalid_token";
  if (isToken)
    void reply.header(
      "www-authenticate",
      readToken(reply.request) === "" ? "Bearer" : `Bearer error="${error}", error_description="${message}"`,
    );
  return publish(reply, "no-store")
    .code(isToken ? 401 : 400)
    .send({ error, error_description: message });
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
    // Optional, but some wallets refuse metadata without it.
    scope: toConfigurationId(metadata.vct),
    vct: metadata.vct,
    cryptographic_binding_methods_supported: ["jwk"],
    credential_signing_alg_values_supported: [signAlgorithm],
    proof_types_supported: { jwt: { proof_signing_alg_values_supported: [signAlgorithm] } },
    credential_metadata: { display, claims },
  };
  return [[toConfigurationId(toTypeAddress(services.settings.publicUrl, name)), configuration]];
}

/** Allows shared caches for some minutes by default. */
const publish = (reply: FastifyReply, cacheControl = "public, max-age=300"): FastifyReply =>
  reply.header("cache-control", cacheControl);
