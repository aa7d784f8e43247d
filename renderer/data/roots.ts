import type { OperationId } from "#engine/api/operations.ts";
import type { RequestContext } from "#engine/api/request.ts";
import type { State } from "#engine/api/states.ts";
import type { CategoriesDocument, StatesDocument } from "#engine/documents/catalogues.ts";
import type { RequestDocument, VerificationDocument } from "#engine/documents/request.ts";
import { resolveText } from "#engine/documents/text.ts";
import { pinnedReleaseAtom, store } from "#renderer/session/slices.ts";
import { call } from "./client.ts";
import type { ConfigClient } from "./config-client.ts";

/** What a root's fetch may use: its arguments, the documents, and a way to stop. */
export interface RootFetch { args: Record<string, unknown>; config: ConfigClient; signal: AbortSignal; now: string; context: RequestContext }
/** How a root is fetched, and which roots' changes make it stale beside its own. */
export interface RootSource { fetch(fetch: RootFetch): Promise<unknown>; staleWith?: readonly string[]; /** It depends on which transaction is open. */ ofTransaction?: true }

type Listed = { list: Record<string, unknown>[]; total: number };

/** A root that is an operation's answer as it came. */
const answer = (operation: OperationId): RootSource => ({ fetch: ({ args, signal, context }) => call(operation, args, { signal, context }) });
/** A root that is the list of an operation's answer. */
const list = (operation: OperationId): RootSource => ({ fetch: async ({ args, signal, context }) => ((await call(operation, args, { signal, context })) as Listed).list });

/** The roots that a screen may load. To add one: a line here and its name in engine/check/context.ts. */
export const rootSources: Record<string, RootSource> = {
  profile: answer("profile.get"),
  transaction: { ofTransaction: true, fetch: fetchTransaction, staleWith: ["profile"] },
  request: { ofTransaction: true, fetch: fetchRequest },
  verification: { ofTransaction: true, fetch: fetchVerification, staleWith: ["transaction"] },
  submissions: { ofTransaction: true, fetch: fetchSubmissions, staleWith: ["transaction", "verification"] },
  bill: { ofTransaction: true, fetch: fetchBill },
  payment: { ofTransaction: true, fetch: fetchPayment },
  regions: { ofTransaction: true, ...list("payments.regions") },
  providers: { ofTransaction: true, ...list("payments.providers") },
  mode: { ofTransaction: true, ...answer("payments.mode") },
  transactions: { fetch: fetchTransactions },
  forms: list("forms.public"),
  notifications: list("notifications.list"),
  credentials: list("credentials.list"),
  questions: { ofTransaction: true, fetch: fetchQuestions },
  orders: { fetch: fetchOrders },
};

async function loadRequest(config: ConfigClient, formId: string): Promise<RequestDocument | undefined> {
  const key = `bundle/request.${formId}`;
  if (config.manifest.documents[key]) await config.load(key);
  return config.find<RequestDocument>("request", formId);
}

async function fetchTransaction({ args, config, signal, now, context }: RootFetch): Promise<unknown> {
  // The request is known before the answer says it: what it names comes meanwhile, and a fault shows when it is asked for again.
  if (context.formId) loadRequest(config, context.formId).catch((error: unknown) => console.warn("The request could not be fetched ahead", error));
  const [{ toTransactionFacts }, answer] = await Promise.all([import("#engine/transaction/transaction-facts.ts"), call("transactions.info", args, { signal, context })]);
  const info = toOwnWords(answer as Parameters<typeof toTransactionFacts>[0], config);
  // Its forms are those of the release that it keeps: the page opens that configuration, and this root is asked for again.
  if (info.release !== config.manifest.release) store.set(pinnedReleaseAtom, info.release);
  const request = await loadRequest(config, info.form.formId);
  const verifications = Object.keys(info.verificationList).flatMap((name) => config.find<VerificationDocument>("verification", name) ?? []);
  return toTransactionFacts(info, {
    states: config.get<StatesDocument>("states", "states") as unknown as Parameters<typeof toTransactionFacts>[1]["states"],
    categories: config.get<CategoriesDocument>("categories", "categories") as unknown as Parameters<typeof toTransactionFacts>[1]["categories"],
    now, minimumSet: request?.minimumSet,
    icons: Object.fromEntries(verifications.map(({ id, icon }) => [id, icon])),
    identity: verifications.filter(({ identity }) => identity).map(({ id }) => id),
  });
}

/** The wire says labels in English; here they are in the candidate's language. */
function toOwnWords<Info extends { form: { name: string }; verificationList: Record<string, { label: string }> }>(info: Info, { translate }: ConfigClient): Info {
  const entries = Object.entries(info.verificationList).map(([name, entry]) => [name, { ...entry, label: translate(entry.label) }]);
  return { ...info, form: { ...info.form, name: translate(info.form.name) }, verificationList: Object.fromEntries(entries) as Info["verificationList"] };
}

/** What is known of a request without a transaction; nobody needs to be signed in for it. */
async function fetchRequest({ args, config, now, context }: RootFetch): Promise<unknown> {
  const formId = String(args["formId"] ?? context.formId ?? "");
  const request = await loadRequest(config, formId);
  if (!request) throw new Error(`There is no form ${formId}.`);
  const expired = request.expiry !== -1 && Date.parse(now) / 1000 > request.expiry;
  const { name, ...rest } = request;
  return { ...rest, formId, name: resolveText(name, { roots: {}, rules: {} }, config.translate), expired };
}

async function fetchVerification({ args, config, signal, context }: RootFetch): Promise<unknown> {
  const name = String(args["name"] ?? args["type"] ?? "");
  const [answer, , request] = await Promise.all([
    call("verifications.info", { ...args, name: undefined, type: name }, { signal, context }), config.load(`bundle/verification.${name}`), loadRequest(config, context.formId ?? ""),
  ]);
  const info = answer as { responseList: Submission[]; label: string; category: unknown };
  const document = config.get<VerificationDocument & { kind: never }>("verification", name);
  const { responseList, category, ...rest } = info;
  const label = config.translate(info.label);
  const submissions = responseList.map((submission, i) => toSubmission(submission, label, i, responseList.length, document, config));
  // The same options that the server's rules see.
  const asked = request?.verifications.find(({ verification }) => verification === name);
  const options = { acceptMultipleSubmissions: document.acceptMultipleSubmissions ?? false, skipAllowed: asked?.skipAllowed ?? false, marksheetRequired: asked?.marksheetRequired ?? false };
  return { ...document, ...options, ...rest, name, label, category, submissions, bySubType: Object.fromEntries(responseList.map((submission) => [submission.subType, submission])) };
}

interface Submission { subType: string; state: string; data: Record<string, unknown>; updatedAt: string }

function toSubmission(submission: Submission, label: string, index: number, of: number, document: VerificationDocument, config: ConfigClient): Record<string, unknown> {
  const look = config.get<StatesDocument>("states", "states").states[submission.state];
  const numbered = document.acceptMultipleSubmissions || of > 1;
  return { ...submission, title: numbered ? `${label} ${index + 1}` : label, tag: typeof look?.tag === "string" ? config.translate(look.tag) : submission.state, tone: look?.tone };
}

/** Every submission of the open transaction with its files, for the review. */
async function fetchSubmissions({ args, config, signal, context }: RootFetch): Promise<unknown> {
  const info = (await call("transactions.info", args, { signal, context })) as { state: State; form: { formId: string }; verificationList: Record<string, { name: string; label: string; subTypeList: string[]; acceptMultipleSubmissions: boolean }> };
  await loadRequest(config, info.form.formId);
  const filled = Object.values(info.verificationList).filter(({ subTypeList }) => subTypeList.length > 0);
  const { isOpen } = await import("#engine/transaction/state-machine.ts");
  const editable = isOpen(info.state);
  const lists = await Promise.all(filled.map(async ({ name, label: english, acceptMultipleSubmissions }) => {
    const label = config.translate(english);
    const { responseList } = (await call("verifications.info", { ...args, type: name }, { signal, context })) as { responseList: Submission[] };
    const document = (await config.fetchDocument(`verification/${name}`)) as unknown as VerificationDocument;
    const add = document.texts?.["addAnother"];
    return responseList.map((submission, i) => ({
      ...toSubmission(submission, label, i, responseList.length, document, config), verificationName: name, label, editable,
      files: toFiles(submission.data), canAdd: editable && acceptMultipleSubmissions && i === responseList.length - 1, addLabel: typeof add === "string" ? config.translate(add) : "",
    }));
  }));
  return lists.flat();
}

const filePattern = /^\/utility\/api\/1\.0\/files\//;
/** The file values of form data, at any depth. */
function toFiles(value: unknown): string[] {
  if (typeof value === "string") return filePattern.test(value) ? [value] : [];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(toFiles);
}

async function fetchBill({ args, signal, context }: RootFetch): Promise<unknown> {
  const { toBill } = await import("#engine/payment/bill.ts");
  return toBill((await call("payments.info", args, { signal, context })) as Parameters<typeof toBill>[0]);
}

async function fetchPayment({ args, signal, context }: RootFetch): Promise<unknown> {
  const payment = (await call("payments.poll", args, { signal, context })) as { currentStatus: string };
  return { ...payment, settled: payment.currentStatus !== "Pending" };
}

async function fetchOrders({ args, signal, context }: RootFetch): Promise<unknown> {
  const { list: forms } = (await call("payments.history", args, { signal, context })) as { list: { paymentList: Record<string, unknown>[]; form: unknown; org: unknown; txnId: string }[] };
  return forms.flatMap(({ paymentList, ...form }) => paymentList.map((order) => ({ ...form, ...order })));
}

/** The candidate's transactions, most urgent first (spec §4 List sort priority), each with the tone of its state. */
async function fetchTransactions({ args, config, signal, context }: RootFetch): Promise<unknown> {
  const { list: transactions } = (await call("transactions.list", args, { signal, context })) as Listed;
  const { states } = config.get<StatesDocument>("states", "states");
  const priority = (state: unknown) => states[String(state)]?.priority ?? Number.MAX_SAFE_INTEGER;
  return transactions.map((item) => ({ ...item, tone: states[String(item["state"])]?.tone })).sort((a, b) => priority((a as { state?: unknown }).state) - priority((b as { state?: unknown }).state));
}

/** The pre-start questions, and the form that the release made of them. */
async function fetchQuestions({ args, config, signal, context }: RootFetch): Promise<unknown> {
  const { list: questions } = (await call("questions.list", { seed: "0", count: "1000", ...args }, { signal, context })) as Listed;
  const form = `questions-${context.formId}`;
  await config.load(`bundle/form.${form}`);
  return { form, list: questions };
}
