import type { FixtureAnswer } from "#engine/contract/sandbox.ts";
import { ApiClient } from "../tools/replay/api-client.ts";
import type { Tokens } from "./candidate.ts";

/** The result of a seed in fixtures/seeds, and a session of its candidate. */
export interface Seeded {
  fixture: FixtureAnswer;
  tokens: Tokens;
  api: ApiClient;
}

/** Creates a new copy of a seed ("demo") for a test that changes it. */
export async function makeSeeded(baseUrl: string, name: string): Promise<Seeded> {
  return enter(baseUrl, await seed(baseUrl, name));
}

/** The demo takes three seconds, so the tests of a file that only read share one, each with its own session. */
export function shareDemo(): (baseUrl: string) => Promise<Seeded> {
  let made: Promise<FixtureAnswer> | undefined;
  return async (baseUrl) => enter(baseUrl, await (made ??= seed(baseUrl, "demo")));
}

const seed = (baseUrl: string, name: string) =>
  new ApiClient(baseUrl).sandbox<FixtureAnswer>("POST", "fixture", { name });

async function enter(baseUrl: string, fixture: FixtureAnswer): Promise<Seeded> {
  const api = new ApiClient(baseUrl);
  const { mobile } = fixture.candidates["asha"] as { mobile: string };
  return { fixture, api, tokens: await api.sandbox<Tokens>("POST", "session", { mobile }) };
}
