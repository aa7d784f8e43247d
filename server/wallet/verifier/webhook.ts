import type { FastifyInstance } from "fastify";
import { outsideCalls, type VerificationEvent } from "#engine/api/outside.ts";
import { WalletError } from "#server/errors.ts";
import { assertKeysOnce } from "#server/platform/json-body.ts";
import type { Services } from "#server/services.ts";
import { isSigned } from "./signature.ts";
import { takeVerdict } from "./verdict.ts";

/** POST /webhooks/verifications: the signature over the raw bytes first, then the shape, then the effect; 200 after the commit. */
export async function verificationWebhook(area: FastifyInstance, services: Services): Promise<void> {
  // A scope of its own: its parser keeps the raw bytes, and only signed ones get further.
  await area.register(async (app) => addWebhook(app, services));
}

function addWebhook(app: FastifyInstance, services: Services): void {
  const { path, body } = outsideCalls.verificationWebhook;
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    async (request: { headers: Record<string, string | string[] | undefined> }, raw: string | Buffer) => {
      const text = String(raw);
      if (!isSigned(services.secrets, request.headers, text, await services.clock.now()))
        throw new WalletError("badSignature");
      return parse(text);
    },
  );
  app.post<{ Body: VerificationEvent }>(path, { schema: { body } }, async (request) => {
    await takeVerdict(services, request.body);
    return { code: 0 };
  });
}

/** Throws 400 for what is no JSON, or says a key twice. */
function parse(text: string): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new WalletError("badRequest", { cause });
  }
  assertKeysOnce(text);
  return parsed;
}
