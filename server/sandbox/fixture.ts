import type { FixtureAnswer } from "#engine/contract/sandbox.ts";
import { sandboxEndpoints } from "#engine/contract/sandbox.ts";
import { WalletError } from "#server/errors.ts";
import type { AddSandboxRoutes } from "./sandbox-routes.ts";
import { runSeed } from "./seeds/run-seed.ts";
import { readSeed } from "./seeds/read.ts";
import { sandboxRefusal } from "./texts.ts";

/**
 * `POST /sandbox/fixture {name}`: adds the candidates and transactions of a seed in fixtures/seeds. Deletes nothing.
 */
export const fixtureRoutes: AddSandboxRoutes = (app, services) => {
  const { path, body } = sandboxEndpoints.fixture;
  app.post<{ Body: { name: string } }>(path, { schema: { body } }, async (request): Promise<FixtureAnswer> => {
    const seed = readSeed(request.body.name);
    if (!seed) throw new WalletError("notFound", sandboxRefusal("fixture-not-found"));
    return runSeed(app, services, seed);
  });
};
