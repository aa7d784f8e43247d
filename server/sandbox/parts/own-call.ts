import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { WalletError } from "#server/errors.ts";

/** What Fastify says to a call of our own once it is ending. */
const closedCode = "FST_ERR_REOPENED_CLOSE_SERVER";

/** A call of the sandbox's to the server that it stands in. Throws `unavailable` while that one ends: another may do it. */
export async function callOwn(
  app: Pick<FastifyInstance, "inject">,
  options: InjectOptions,
): Promise<LightMyRequestResponse> {
  try {
    return await app.inject(options);
  } catch (error) {
    throw (error as { code?: string }).code === closedCode ? new WalletError("unavailable") : error;
  }
}
