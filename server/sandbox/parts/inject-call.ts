import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { WalletError } from "#server/errors.ts";

/** Fastify's error for an injected call during the shutdown. */
const closedCode = "FST_ERR_REOPENED_CLOSE_SERVER";

/** Calls the server itself. Throws `unavailable` during its shutdown: another server may answer. */
export async function injectCall(
  app: Pick<FastifyInstance, "inject">,
  options: InjectOptions,
): Promise<LightMyRequestResponse> {
  try {
    return await app.inject(options);
  } catch (error) {
    throw (error as { code?: string }).code === closedCode ? new WalletError("unavailable") : error;
  }
}
