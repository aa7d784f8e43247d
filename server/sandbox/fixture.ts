import { sandboxCalls, type FixtureAnswer } from "#engine/api/sandbox.ts";
import { WalletError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import type { Desk } from "./desk.ts";
import { makeCast, type Cast, type Fixture } from "./parts/cast.ts";
import { makeDemo } from "./parts/demo.ts";
import { fillEducationEvaluation, payEducationEvaluation } from "./parts/forms.ts";
import { sandboxSays } from "./words.ts";

interface FixtureEntry {
  /** Asha has not proved who she is. */
  unproved?: true;
  make(cast: Cast, services: Services): Promise<Fixture>;
}

/** One more fixture: one entry; it adds fresh candidates and wipes nothing. */
const fixtures: Readonly<Record<string, FixtureEntry>> = {
  demo: { make: makeDemo },
  "new-candidate": { unproved: true, make: async () => ({ transactions: {}, orders: {} }) },
  "ready-to-pay": {
    make: async ({ asha }) => ({ transactions: { READY_TO_SUBMIT: await fillEducationEvaluation(asha) }, orders: {} }),
  },
  "insufficient-degree": {
    make: async ({ asha }) => {
      const { paymentId, ...transaction } = await payEducationEvaluation(asha);
      await asha.decide(transaction, "insufficient", {
        verificationName: "bgv-degree",
        reason: "The marksheet cannot be read",
        fields: ["Marksheet"],
      });
      return { transactions: { INSUFFICIENT_DATA: transaction }, orders: { success: paymentId } };
    },
  },
  "expired-form": {
    make: async ({ asha }) => ({
      transactions: { NOT_INITIALIZED: await asha.open("harbour", "closed-drive") },
      orders: {},
    }),
  },
  questions: {
    make: async ({ asha }) => ({
      transactions: { NOT_INITIALIZED: await asha.open("harbour", "joining-questions") },
      orders: {},
    }),
  },
};

/** `POST /sandbox/fixture {name}`: candidates and transactions to begin a test with. */
export const fixtureDesk: Desk = (app, services) => {
  const { path, body } = sandboxCalls.fixture;
  app.post<{ Body: { name: string } }>(path, { schema: { body } }, async (request): Promise<FixtureAnswer> => {
    const entry = Object.hasOwn(fixtures, request.body.name) ? fixtures[request.body.name] : undefined;
    if (!entry) throw new WalletError("notFound", sandboxSays("fixture-not-found"));
    const cast = await makeCast(app, services, entry.unproved !== true);
    const { transactions, orders } = await entry.make(cast, services);
    return {
      candidates: Object.fromEntries(Object.entries(cast).map(([name, actor]) => [name, actor.describe()])),
      transactions,
      orders,
    };
  });
};
