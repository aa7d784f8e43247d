import type { FastifyInstance } from "fastify";
import type { FixtureAnswer } from "#engine/contract/sandbox.ts";
import { fillVariables } from "#engine/core/base/fill-variables.ts";
import type { Services } from "#server/services.ts";
import { Actor } from "../parts/actor.ts";
import type { Action, People, Seed, Story } from "./contracts.ts";
import { BadSeed, readPeople, toVerb } from "./read.ts";
import { drawDigits, verbs, type StoryContext } from "./verbs.ts";

type Actors = Readonly<Record<string, Actor>>;

/**
 * Runs the stories of a seed, each in its own transaction. A story with a refused action is listed in `failures`, with
 * the action and the reason.
 */
export async function runSeed(app: FastifyInstance, services: Services, seed: Seed): Promise<FixtureAnswer> {
  const actors = await signInAll(app, services, readPeople(), seed.unverified ?? []);
  const answer: FixtureAnswer = {
    candidates: Object.fromEntries(Object.entries(actors).map(([name, actor]) => [name, actor.describe()])),
    transactions: {},
    orders: {},
  };
  const failures: string[] = [];
  for (const story of seed.stories) {
    try {
      const actor = actors[story.candidate];
      if (!actor) throw new BadSeed(`'${story.candidate}' is none of ${Object.keys(actors).join(", ")}`);
      const result = await atPastTime(services, story.daysAgo ?? 0, () => runStory(actor, services, story));
      if (story.transaction !== undefined) answer.transactions[story.transaction] = result.transaction;
      if (story.order !== undefined) answer.orders[story.order] = String(result.variables["order"]);
    } catch (error) {
      const name = story.transaction ?? story.order ?? story.candidate;
      failures.push(`${name}: '${story.title}' ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { ...answer, ...(failures.length > 0 && { failures }) };
}

async function signInAll(
  app: FastifyInstance,
  services: Services,
  people: People,
  unverified: readonly string[],
): Promise<Actors> {
  const actors: Record<string, Actor> = {};
  for (const [name, { mobile, identity, ...person }] of Object.entries(people)) {
    const proved = identity && !unverified.includes(name);
    actors[name] = await Actor.signIn(app, services, {
      ...person,
      mobile: drawDigits(mobile),
      ...(proved && { identity: true }),
    });
  }
  return actors;
}

async function runStory(actor: Actor, services: Services, { organisation, form, do: actions }: Story) {
  const transaction = await actor.open(organisation, form);
  const variables: StoryContext["variables"] = { mobile: actor.mobile, ...transaction };
  const run = async (list: readonly Action[]): Promise<void> => {
    for (const action of list) {
      try {
        const verb = verbs[toVerb(action)!] as (action: unknown, context: StoryContext) => Promise<void> | void;
        await verb(fillVariables(action, variables), { actor, services, transaction, variables, run });
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`${JSON.stringify(action)}: ${reason}`, { cause: error });
      }
    }
  };
  await run(actions);
  return { transaction, variables };
}

const dayMs = 86_400_000;

/** Runs a function with the sandbox's clock set back. Restores the clock and runs due jobs afterwards. */
async function atPastTime<T>(services: Services, daysAgo: number, run: () => Promise<T>): Promise<T> {
  if (daysAgo === 0) return run();
  await moveClock(services, -daysAgo * dayMs);
  try {
    return await run();
  } finally {
    await moveClock(services, daysAgo * dayMs);
    await services.jobs.runDue({ all: true });
    await services.outbox.flush();
  }
}

async function moveClock(services: Services, ms: number): Promise<void> {
  await services.pool.query("update sandbox_clock set offset_ms = offset_ms + $1", [ms]);
  await services.clock.now();
}
