import type { FastifyInstance } from "fastify";
import { sandboxCalls, type FixtureAnswer } from "#engine/api/sandbox.ts";
import { notFound } from "../errors.ts";
import type { Services } from "../services.ts";
import type { Desk } from "./index.ts";
import { Actor, type FixtureTransaction } from "./parts/actor.ts";
import { makeDemo } from "./parts/demo.ts";
import { fillEducationEvaluation, payEducationEvaluation } from "./parts/forms.ts";

/** What a fixture has added. */
export interface Fixture {
  candidates: Record<string, Actor>;
  transactions: Record<string, FixtureTransaction>;
  orders: Record<string, string>;
}

type MakeFixture = (app: FastifyInstance, services: Services) => Promise<Fixture>;

/** One more fixture: one line; it adds fresh candidates and wipes nothing. */
const fixtures: Readonly<Record<string, MakeFixture>> = {
  "demo": makeDemo,
  "new-candidate": async (app, services) => {
    const asha = await Actor.create(app, services, { name: "Asha Verma" });
    return { candidates: { asha, noname: asha }, transactions: {}, orders: {} };
  },
  "ready-to-pay": async (app, services) => {
    const asha = await createAsha(app, services);
    return { candidates: { asha }, transactions: { READY_TO_SUBMIT: await fillEducationEvaluation(asha) }, orders: {} };
  },
  "insufficient-degree": async (app, services) => {
    const asha = await createAsha(app, services);
    const { paymentId, ...transaction } = await payEducationEvaluation(asha);
    await asha.decide(transaction, "insufficient", { verificationName: "bgv-degree", reason: "The marksheet cannot be read", fields: ["Marksheet"] });
    return { candidates: { asha }, transactions: { INSUFFICIENT_DATA: transaction }, orders: { success: paymentId } };
  },
  "expired-form": async (app, services) => {
    const asha = await createAsha(app, services);
    return { candidates: { asha }, transactions: { NOT_INITIALIZED: await asha.open("harbour", "closed-drive") }, orders: {} };
  },
  "questions": async (app, services) => {
    const asha = await createAsha(app, services);
    return { candidates: { asha }, transactions: { NOT_INITIALIZED: await asha.open("harbour", "joining-questions") }, orders: {} };
  },
};

/** `POST /sandbox/fixture {name}`: candidates and transactions to begin a test with (D-72). */
export const fixtureDesk: Desk = (app, services) => {
  const { path, body } = sandboxCalls.fixture;
  app.post<{ Body: { name: string } }>(path, { schema: { body } }, async (request): Promise<FixtureAnswer> => {
    const make = Object.hasOwn(fixtures, request.body.name) ? fixtures[request.body.name] : undefined;
    if (!make) throw notFound("Fixture");
    const { candidates, transactions, orders } = await make(app, services);
    return { candidates: Object.fromEntries(Object.entries(candidates).map(([name, actor]) => [name, actor.describe()])), transactions, orders };
  });
};

function createAsha(app: FastifyInstance, services: Services): Promise<Actor> {
  return Actor.create(app, services, { name: "Asha Verma", identity: true });
}
