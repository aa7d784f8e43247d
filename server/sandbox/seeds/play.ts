import type { FastifyInstance } from "fastify";
import type { FixtureAnswer } from "#engine/api/sandbox.ts";
import { fillVariables } from "#engine/base/fill-variables.ts";
import type { Services } from "#server/services.ts";
import { Actor } from "../parts/actor.ts";
import type { Action, People, Seed, Story } from "./contracts.ts";
import { BadSeed, readPeople, toVerb } from "./read.ts";
import { drawDigits, verbs, type Stage } from "./verbs.ts";

type Cast = Readonly<Record<string, Actor>>;

/** Lets its people do what the stories say, each in a transaction of its own. A story in which something is refused is `unmade`, with the action and the reason. */
export async function playSeed(app: FastifyInstance, services: Services, seed: Seed): Promise<FixtureAnswer> {
  const cast = await signInAll(app, services, readPeople(), seed.unproved ?? []);
  const answer: FixtureAnswer = {
    candidates: Object.fromEntries(Object.entries(cast).map(([name, actor]) => [name, actor.describe()])),
    transactions: {},
    orders: {},
  };
  const unmade: string[] = [];
  for (const story of seed.stories) {
    try {
      const actor = cast[story.who];
      if (!actor) throw new BadSeed(`'${story.who}' is none of ${Object.keys(cast).join(", ")}`);
      const played = await atThatTime(services, story.daysAgo ?? 0, () => playStory(actor, services, story));
      if (story.transaction !== undefined) answer.transactions[story.transaction] = played.transaction;
      if (story.order !== undefined) answer.orders[story.order] = String(played.variables["order"]);
    } catch (error) {
      const name = story.transaction ?? story.order ?? story.who;
      unmade.push(`${name}: '${story.says}' ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { ...answer, ...(unmade.length > 0 && { unmade }) };
}

async function signInAll(
  app: FastifyInstance,
  services: Services,
  people: People,
  unproved: readonly string[],
): Promise<Cast> {
  const cast: Record<string, Actor> = {};
  for (const [name, { mobile, identity, ...who }] of Object.entries(people)) {
    const proved = identity && !unproved.includes(name);
    cast[name] = await Actor.signIn(app, services, {
      ...who,
      mobile: drawDigits(mobile),
      ...(proved && { identity: true }),
    });
  }
  return cast;
}

async function playStory(actor: Actor, services: Services, { organisation, form, do: actions }: Story) {
  const transaction = await actor.open(organisation, form);
  const variables: Stage["variables"] = { mobile: actor.mobile, ...transaction };
  const act = async (list: readonly Action[]): Promise<void> => {
    for (const action of list) {
      try {
        const verb = verbs[toVerb(action)!] as (action: unknown, stage: Stage) => Promise<void> | void;
        await verb(fillVariables(action, variables), { actor, services, transaction, variables, act });
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`${JSON.stringify(action)}: ${reason}`, { cause: error });
      }
    }
  };
  await act(actions);
  return { transaction, variables };
}

const dayMs = 86_400_000;

/** Does something with the sandbox's clock set back; afterwards it is as it was, and what has become due meanwhile is done. */
async function atThatTime<T>(services: Services, daysAgo: number, run: () => Promise<T>): Promise<T> {
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
