import type { GuardedOperationId } from "#engine/core/definitions/guarded-operations.ts";
import { isOperationId } from "#engine/contract/operations.ts";
import type { TxnInfo } from "#engine/core/scope/shapes/transaction-info.ts";
import type { Answer } from "../../tools/replay/api-client.ts";
import { startForm, verifyReference, type StartedForm } from "../candidate.ts";
import { expect } from "../watched.ts";
import { getCase, toVerificationName, toRule, toWhy, type CaseName } from "./cases.ts";
import { forms } from "./definitions.ts";

type Errand = CaseName | "free";
type Ask = (started: StartedForm, errand: Errand) => Promise<Answer>;

const given = { note: "Bread" };
const subTypeOf = (errand: Errand) => `${toVerificationName(errand)}-1`;
const number = { fieldName: "referenceNumber", value: "GCE-100042" };

/** The API call of each guarded operation. A missing operation is a type error. */
const asks: Readonly<Record<GuardedOperationId, Ask>> = {
  "transactions.process": ({ call }) => call("transactions.process"),
  "transactions.request-evaluation": ({ call }) => call("transactions.request-evaluation"),
  "transactions.answer": ({ call }) => call("transactions.answer", { data: { motivation: "The sea" } }),
  "transactions.verify-identification": ({ call }) => call("transactions.verify-identification", number),
  "transactions.update-identification": ({ call }) => call("transactions.update-identification", number),
  "transactions.request-name-change": ({ call }) =>
    call("transactions.request-name-change", {
      verificationName: toVerificationName("replace"),
      label: "Proof",
      url: "/utility/api/1.0/files/none",
    }),
  "transactions.skip": ({ call }, errand) =>
    call("transactions.skip", {
      verificationNameList: [toVerificationName(errand)],
      ...(errand.startsWith("undo") && { undo: true }),
    }),
  "payments.init": ({ call }) => call("payments.init", { region: "IN", express: false }),
  "verifications.save": ({ call }, errand) =>
    call("verifications.save", { verificationName: toVerificationName(errand), data: given }),
  "presentations.create": ({ call }, errand) =>
    call("presentations.create", { verificationName: toVerificationName(errand), credentialId: "none" }),
  "presentation-requests.create": ({ call }, errand) =>
    call("presentation-requests.create", { verificationName: toVerificationName(errand) }),
  "verifications.replace": ({ call }, errand) =>
    call("verifications.replace", { subType: subTypeOf(errand), data: given }),
  "verifications.remove": ({ call }, errand) => call("verifications.remove", { subType: subTypeOf(errand) }),
  "verifications.repair": ({ call }, errand) =>
    call("verifications.repair", { subType: subTypeOf(errand), data: given }),
  "drafts.put": ({ call }, errand) => call("drafts.put", { type: toVerificationName(errand), version: 0, data: given }),
  "drafts.remove": ({ call }, errand) => call("drafts.remove", { type: toVerificationName(errand) }),
};

/** The operation of a case's transition. */
export function operationOf(one: CaseName): GuardedOperationId {
  const by = getCase(one).row.split(" by ")[1] ?? "";
  if (!isOperationId(by) || !Object.hasOwn(asks, by)) throw new Error(`${by} is no guarded operation.`);
  return by as GuardedOperationId;
}

/** Expects the server to refuse a case with its rule's message, and to announce it in `allowed`. */
export async function expectRefused(started: StartedForm, one: CaseName): Promise<void> {
  const info = (await started.call("transactions.info")).data as TxnInfo;
  const operation = operationOf(one);
  const [area = "", verb = ""] = operation.split(".");
  const { allowed } = getCase(one).errand ? info.verificationList[toVerificationName(one)]! : info;
  const refusal = { reason: toRule(one), why: toWhy(one) };
  expect(allowed?.[area]?.[verb], `${one} over the API`).toMatchObject({ yes: false, ...refusal });
  const answer = await asks[operation](started, one);
  expect([answer.status, answer.body], `${one}, asked for`).toMatchObject([
    409,
    { code: 109, message: refusal.why, data: { reason: refusal.reason } },
  ]);
}

/** Steps that API calls do before a page opens. All of them must be allowed. */
interface Before {
  proved?: true;
  process?: true;
  give?: readonly Errand[];
  skip?: readonly Errand[];
  /** Submits the form; then the verifier asks for the note of these again. */
  askAgain?: readonly Errand[];
}

/** Creates a candidate whose transaction is in the state before the refused operation. */
export async function startBefore(baseUrl: string, formId: string, before: Before = {}): Promise<StartedForm> {
  const { orgId } = forms[formId]!;
  const started = await startForm(baseUrl, { orgId, formId });
  const { proved, process, give = [], skip = [], askAgain = [] } = before;
  const done = async (ask: Promise<Answer>) => expect((await ask).body).toMatchObject({ code: 0 });
  if (proved) await verifyReference(started, number.value);
  if (process) await done(asks["transactions.process"](started, "free"));
  for (const errand of give) await done(asks["verifications.save"](started, errand));
  if (skip.length > 0)
    await done(started.call("transactions.skip", { verificationNameList: skip.map(toVerificationName) }));
  if (askAgain.length > 0) await done(asks["transactions.process"](started, "free"));
  for (const errand of askAgain)
    await started.api.sandbox("POST", "verifier", {
      txnId: started.txnId,
      verificationName: toVerificationName(errand),
      outcome: "insufficient",
      reason: "The note cannot be read",
      fields: ["note"],
    });
  return started;
}
