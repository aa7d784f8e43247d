import type { FastifyInstance } from "fastify";
import { protocolEndpoints, type VerificationEvent } from "#engine/contract/protocol-endpoints.ts";
import { WalletError } from "#server/errors.ts";
import { recordKeyUse } from "#server/platform/known-keys.ts";
import { assertNoRepeatedKeys } from "#server/platform/request-bodies.ts";
import type { Services } from "#server/services.ts";
import { findSigningKeyId } from "./signature.ts";
import { applyVerifierResult } from "./apply-result.ts";

/**
 * POST /webhooks/verifications: checks the signature over the raw bytes, then the schema, then applies it. 200 after
 * the commit.
 */
export async function addVerifierWebhook(area: FastifyInstance, services: Services): Promise<void> {
  // A separate Fastify scope, because its parser keeps the raw bytes and rejects unsigned ones.
  await area.register(async (app) => addWebhook(app, services));
}

function addWebhook(app: FastifyInstance, services: Services): void {
  const { path, body } = protocolEndpoints.verificationWebhook;
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    async (request: { headers: Record<string, string | string[] | undefined> }, raw: string | Buffer) => {
      const text = String(raw);
      const keyId = findSigningKeyId(services.secrets, request.headers, text, await services.clock.now());
      if (keyId === undefined) throw new WalletError("badSignature");
      await recordKeyUse(services.db, "verifier-call", keyId);
      return parse(text);
    },
  );
  app.post<{ Body: VerificationEvent }>(path, { schema: { body } }, async (request) => {
    await applyVerifierResult(services, request.body);
    return { code: 0 };
  });
}

/** Parses JSON. Throws 400 for invalid JSON or a repeated key. */
function parse(text: string): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new WalletError("badRequest", { cause });
  }
  assertNoRepeatedKeys(text);
  return parsed;
}
