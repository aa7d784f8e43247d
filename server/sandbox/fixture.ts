import type { FixtureAnswer } from "#engine/api/sandbox.ts";
import { sandboxCalls } from "#engine/api/sandbox.ts";
import { WalletError } from "#server/errors.ts";
import type { Desk } from "./desk.ts";
import { playSeed } from "./seeds/play.ts";
import { readSeed } from "./seeds/read.ts";
import { sandboxSays } from "./words.ts";

/** `POST /sandbox/fixture {name}`: candidates and transactions to begin with, as fixtures/seeds tells them; nothing is wiped. */
export const fixtureDesk: Desk = (app, services) => {
  const { path, body } = sandboxCalls.fixture;
  app.post<{ Body: { name: string } }>(path, { schema: { body } }, async (request): Promise<FixtureAnswer> => {
    const seed = readSeed(request.body.name);
    if (!seed) throw new WalletError("notFound", sandboxSays("fixture-not-found"));
    return playSeed(app, services, seed);
  });
};
