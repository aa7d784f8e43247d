import type { FastifyError, FastifyInstance } from "fastify";
import { protocolEndpoints } from "#engine/contract/protocol-endpoints.ts";
import { notFound, WalletError } from "#server/errors.ts";
import { allowAnyOrigin } from "#server/platform/cors.ts";
import { parseFormBodies } from "#server/platform/request-bodies.ts";
import type { Services } from "#server/services.ts";
import { listPublicKeys } from "../credentials/issuer-keys.ts";
import { PresentationRejected } from "./verify-presentation.ts";
import { signPresentationRequest, acceptResponse, acceptDecline, toDid } from "./requests.ts";

/** A wallet answers once or twice; more calls are guesses. */
const callsPerHour = 120;

const { verifierKeys, presentationRequest, presentationResponse } = protocolEndpoints;

const unreadable = {
  error: "invalid_request",
  error_description: "The body cannot be read, or repeats a parameter.",
};

/** OpenID4VP 1.0 endpoints: another wallet presents a credential. */
export async function addOpenid4vpEndpoints(area: FastifyInstance, services: Services): Promise<void> {
  // A separate Fastify scope, because only these endpoints accept form bodies.
  await area.register(async (app) => {
    allowAnyOrigin(app, [verifierKeys, presentationRequest, presentationResponse]);
    parseFormBodies(app);
    // A body that no parser accepts.
    app.setErrorHandler((error: FastifyError, _request, reply) => {
      const status = error instanceof WalletError ? error.status : error.statusCode;
      if (status !== 400 && status !== 415) throw error;
      return reply.code(400).header("cache-control", "no-store").send(unreadable);
    });
    app.addHook("onRequest", async (request) => {
      if (request.method === "POST")
        await services.rateLimits.consumeForAddress("presenting", request.ip, callsPerHour, 3600);
    });

    app.get(verifierKeys.path, async (_request, reply) => {
      const id = toDid(services);
      const methods = (await listPublicKeys(services.db)).map(({ use: _use, ...key }) => ({
        id: `${id}#${key.kid}`,
        type: "JsonWebKey2020",
        controller: id,
        publicKeyJwk: key,
      }));
      const names = methods.map((method) => method.id);
      return reply.header("cache-control", "public, max-age=300").send({
        "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/suites/jws-2020/v1"],
        id,
        verificationMethod: methods,
        assertionMethod: names,
        authentication: names,
      });
    });

    app.get<{ Params: { id: string } }>(
      presentationRequest.path,
      { schema: { params: presentationRequest.params } },
      async ({ params }, reply) => {
        const signed = await signPresentationRequest(services, params.id);
        if (signed === undefined) throw notFound("link");
        return reply.header("cache-control", "no-store").type("application/oauth-authz-req+jwt").send(signed);
      },
    );

    app.post<{ Params: { id: string }; Body: Record<string, string> | undefined }>(
      presentationResponse.path,
      { schema: { params: presentationResponse.params } },
      async ({ params, body }, reply) => {
        void reply.header("cache-control", "no-store");
        try {
          // A wallet may decline without encryption (OpenID4VP, 8.3.1).
          if (body?.["error"] !== undefined) await acceptDecline(services, params.id, body["state"]);
          else await acceptResponse(services, params.id, body?.["response"] ?? "");
          return {};
        } catch (error) {
          // The candidate may have filled the form in the meantime. The wallet gets a rejection, because it can fix
          // nothing.
          const isRefused = error instanceof PresentationRejected;
          if (!isRefused && !(error instanceof WalletError && error.status < 500)) throw error;
          const messages = services.findMessageTexts("en");
          const reason = isRefused ? error.reason : "presentation-too-late";
          return reply
            .code(400)
            .send({ error: "invalid_request", error_description: messages.formatRefusal({ reason }).message });
        }
      },
    );
  });
}
