import type { FastifyInstance } from "fastify";
import { outsideCalls } from "#engine/api/outside.ts";
import { notFound, WalletError } from "#server/errors.ts";
import { allowAnyOrigin } from "#server/platform/any-origin.ts";
import { readForms } from "#server/platform/read-forms.ts";
import type { Services } from "#server/services.ts";
import { listPublicKeys } from "../credentials/issuer-keys.ts";
import { PresentationRefused } from "./judge.ts";
import { signRequest, takeAnswer, takeDecline, toDid } from "./requests.ts";

/** Another wallet answers once or twice; who guesses asks often. */
const callsPerHour = 120;

const { verifierKeys, presentationRequest, presentationResponse } = outsideCalls;

/** OpenID4VP 1.0: how another wallet shows a credential. */
export async function addPresenting(area: FastifyInstance, services: Services): Promise<void> {
  // A scope of its own: forms are read here, and nowhere else.
  await area.register(async (app) => {
    allowAnyOrigin(app, [verifierKeys, presentationRequest, presentationResponse]);
    readForms(app);
    app.addHook("onRequest", async (request) => {
      if (request.method === "POST") await services.limits.takeAddress("presenting", request.ip, callsPerHour, 3600);
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
        const signed = await signRequest(services, params.id);
        if (signed === undefined) throw notFound("link");
        return reply.header("cache-control", "no-store").type("application/oauth-authz-req+jwt").send(signed);
      },
    );

    app.post<{ Params: { id: string }; Body: Record<string, unknown> | null }>(
      presentationResponse.path,
      { schema: { params: presentationResponse.params } },
      async ({ params, body }, reply) => {
        void reply.header("cache-control", "no-store");
        try {
          // A wallet may say so in clear where it shows nothing (OpenID4VP, 8.3.1).
          if (typeof body?.["error"] === "string") await takeDecline(services, params.id, body["state"]);
          else await takeAnswer(services, params.id, String(body?.["response"] ?? ""));
          return {};
        } catch (error) {
          // What the candidate did meanwhile (they filled the form) is told like a refusal: it is nothing the wallet can mend.
          const isRefused = error instanceof PresentationRefused;
          if (!isRefused && !(error instanceof WalletError && error.status < 500)) throw error;
          const words = services.findWords("en");
          const reason = isRefused ? error.reason : "shown-too-late";
          return reply
            .code(400)
            .send({ error: "invalid_request", error_description: words.refusal({ reason }).message });
        }
      },
    );
  });
}
