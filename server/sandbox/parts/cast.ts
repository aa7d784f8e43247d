import type { FastifyInstance } from "fastify";
import type { Services } from "#server/services.ts";
import { Actor, type FixtureTransaction } from "./actor.ts";

/** What a fixture has added beside its people. */
export interface Fixture {
  transactions: Record<string, FixtureTransaction>;
  orders: Record<string, string>;
}

/** The people of every fixture. */
export type Cast = Record<"asha" | "noname" | "agent" | "other" | "uk", Actor>;

/** Five new candidates; `proved`: whether Asha's identity is verified. */
export async function makeCast(app: FastifyInstance, services: Services, proved = true): Promise<Cast> {
  return {
    asha: await Actor.create(app, services, { name: "Asha Verma", ...(proved && { identity: true }) }),
    noname: await Actor.create(app, services, { name: "Noor Khan" }),
    agent: await Actor.create(app, services, { name: "Anil Rao", identity: true, agentId: "agent-1" }),
    other: await Actor.create(app, services, { name: "Omar Das", identity: true }),
    uk: await Actor.create(app, services, { name: "Uma King", identity: true }, "+4479"),
  };
}
