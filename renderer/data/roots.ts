import type { Credential } from "#engine/core/scope/shapes/credentials.ts";
import type { ShareLink, Sharing, SharedCredential } from "#engine/core/scope/shapes/share-links.ts";
import type { Offer } from "#engine/core/scope/shapes/offers.ts";
import type { OperationId } from "#engine/contract/operations.ts";
import type { PaymentHistoryItem, PaymentInfo } from "#engine/core/scope/shapes/payment-info.ts";
import type { PaymentPoll } from "#engine/core/scope/shapes/payments.ts";
import type { Profile } from "#engine/core/scope/shapes/profile.ts";
import type { Question } from "#engine/core/scope/shapes/questions.ts";
import type { TxnInfo } from "#engine/core/scope/shapes/transaction-info.ts";
import type { PublicForm, TransactionListItem } from "#engine/core/scope/shapes/transactions.ts";
import type { VerificationInfo } from "#engine/core/scope/shapes/verifications.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { toCredentials } from "#engine/core/scope/credentials.ts";
import { toShareLink } from "#engine/core/scope/share-link.ts";
import { toForms } from "#engine/core/scope/forms.ts";
import { toOffer } from "#engine/core/scope/offer.ts";
import { toOrders } from "#engine/core/payment/orders.ts";
import { toOrganisation } from "#engine/core/scope/organisation.ts";
import { toPayment } from "#engine/core/scope/payment.ts";
import { toProfile } from "#engine/core/scope/profile.ts";
import { toQuestions } from "#engine/core/scope/questions.ts";
import { toShareLinks } from "#engine/core/scope/share-links.ts";
import { toSharedCredential } from "#engine/core/scope/shared-credential.ts";
import { toSubmissions } from "#engine/core/transaction/submissions-root.ts";
import type { PermissionInput } from "#engine/core/transaction/transaction-root.ts";
import { toTransactions } from "#engine/core/scope/transactions.ts";
import { toVerification } from "#engine/core/transaction/verification-root.ts";
import { runningStates } from "#engine/core/definitions/states.ts";
import type { TransactionFacts } from "#engine/core/transaction/transaction-facts.ts";
import { readServerTime } from "#renderer/session/server-clock.ts";
import { loadCode } from "#renderer/session/code-loading.ts";
import { pinnedReleaseAtom, signedInAtom, store, verificationAtom } from "#renderer/session/slices.ts";
import { call } from "./client.ts";
import { ConfigClient } from "./config-client.ts";
import { Failure } from "./failure.ts";
import { storeProfile } from "./profile.ts";
import { toRootInput } from "./root-input.ts";
import type { RootFetch, RootSource, RootSources } from "./root-sources.ts";

// Builders that only some screens need. Each is imported by name, which leaves its contract out of the page.
const loadCompleteAnswer = () =>
  loadCode(() => import("#engine/contract/complete/index.ts").then(({ completeAnswer }) => completeAnswer));
const loadToTransaction = () =>
  loadCode(() => import("#engine/core/transaction/transaction-root.ts").then(({ toTransaction }) => toTransaction));
const loadToRequest = () =>
  loadCode(() => import("#engine/core/payment/request-root.ts").then(({ toRequest }) => toRequest));
const loadToBillRoot = () =>
  loadCode(() => import("#engine/core/payment/bill.ts").then(({ toBillRoot }) => toBillRoot));

type Listed<T> = { list: T[] };

/** A root that is the answer of an operation. */
const answerOf =
  (operation: OperationId): RootSource["fetch"] =>
  (fetch) =>
    fetchAnswer(operation, fetch);
/** A root that is the list in the answer of an operation. */
const listOf =
  <T>(operation: OperationId) =>
  async (fetch: RootFetch): Promise<T[]> => {
    const { list: items } = await fetchAnswer<Listed<T>>(operation, fetch);
    return items;
  };

/** How the page fetches the input of each root builder in engine/core/scope. To add a root: a line here. */
export const rootSources: RootSources = {
  profile: {
    news: ["profile"],
    fetch: async (fetch) => storeProfile(await fetchAnswer<Profile>("profile.get", fetch)),
  },
  transaction: {
    news: ["transaction"],
    ofTransaction: true,
    refreshInactive: true,
    fetch: fetchTransaction,
    staleWith: ["profile"],
  },
  request: { ofTransaction: true, fetch: fetchRequest },
  verification: { ofTransaction: true, fetch: fetchVerification, staleWith: ["transaction"] },
  submissions: { ofTransaction: true, fetch: fetchSubmissions, staleWith: ["transaction", "verification"] },
  bill: { news: ["transaction"], ofTransaction: true, fetch: fetchBill },
  payment: {
    ofTransaction: true,
    fetch: async (fetch) => toPayment(await fetchAnswer<PaymentPoll>("payments.poll", fetch)),
  },
  regions: { ofTransaction: true, fetch: listOf("payments.regions") },
  providers: { ofTransaction: true, fetch: listOf("payments.providers") },
  mode: { ofTransaction: true, fetch: answerOf("payments.mode") },
  transactions: { news: ["transactions"], fetch: fetchTransactions },
  forms: { fetch: fetchForms, staleWith: ["transactions"] },
  notifications: { news: ["notices", "transactions"], fetch: answerOf("notifications.list") },
  credentials: {
    news: ["transactions"],
    fetch: async (fetch) =>
      toCredentials(await listOf<Credential>("credentials.list")(fetch), toRootInput(fetch.config)),
  },
  sessions: { fetch: listOf("sessions.list") },
  passkeys: { fetch: listOf("passkeys.list") },
  sharing: {
    fetch: async (fetch) =>
      toShareLinks(await fetchAnswer<Sharing>("share-links.list", fetch), toRootInput(fetch.config)),
    staleWith: ["credentials"],
  },
  shareLink: {
    fetch: async (fetch) =>
      toShareLink(await fetchAnswer<ShareLink>("share-links.get", fetch), toRootInput(fetch.config)),
  },
  offer: { fetch: async (fetch) => toOffer(await fetchAnswer<Offer>("offers.get", fetch), toRootInput(fetch.config)) },
  matchingCredentials: { ofTransaction: true, fetch: answerOf("presentations.list-matching") },
  presentationRequest: { fetch: answerOf("presentation-requests.get") },
  sharedCredential: {
    fetch: async (fetch) =>
      toSharedCredential(await fetchAnswer<SharedCredential>("share-links.view", fetch), toRootInput(fetch.config)),
  },
  sourceRequest: { fetch: answerOf("source-requests.view") },
  questions: { ofTransaction: true, fetch: fetchQuestions },
  orders: { news: ["transactions"], fetch: fetchOrders },
};

/** Body code: not found. */
const notFoundCode = 104;

/** Returns whether the page talks to another organisation's wallet instead of this service. */
const isForeignWallet = (): boolean => window.document.querySelector('meta[name="sanad-wallet"]') !== null;

/** Calls an operation. Completes the answer of another wallet, which may leave parts out. */
async function fetchAnswer<Answer>(
  operation: OperationId,
  { args, signal, context }: Pick<RootFetch, "args" | "signal" | "context">,
  extraArgs: Record<string, unknown> = {},
): Promise<Answer> {
  const allArgs = { ...args, ...extraArgs };
  const answer = await call(operation, allArgs, { signal, context });
  if (!isForeignWallet()) return answer as Answer;
  const completeAnswer = await loadCompleteAnswer();
  const callContext = { arguments: { ...context, ...allArgs }, now: readServerTime().toISOString() };
  return completeAnswer(operation, answer, callContext) as Answer;
}

async function loadRequest(config: ConfigClient, formId: string): Promise<DefinitionOf<"request"> | undefined> {
  const key = `bundle/request.${formId}`;
  if (config.manifest.documents[key]) await config.load(key);
  return config.find("request", formId);
}

async function fetchTransaction(fetch: RootFetch): Promise<TransactionFacts> {
  const { config, context } = fetch;
  // The address names the request before the answer does: load it in parallel. A failure shows when it is loaded again
  // below.
  if (context.formId)
    loadRequest(config, context.formId).catch((error: unknown) =>
      console.warn("The request could not be fetched ahead", error),
    );
  const pending = fetchAnswer<TxnInfo>("transactions.info", fetch);
  pending.catch(() => undefined); // awaited below, after the builder's code has loaded
  const toTransaction = await loadToTransaction();
  const info = await pending;
  // The transaction is pinned to another release: the page opens that configuration and fetches this root again.
  if (info.release && info.release !== config.manifest.release) store.set(pinnedReleaseAtom, info.release);
  const request = await loadRequest(config, info.form.formId);
  const guardScope = info.allowed ? { rules: config.listRules(), roots: {} } : await toGuardScope(fetch, request);
  return toTransaction(info, toRootInput(config), guardScope);
}

/** Another wallet may not return what is allowed: then the page evaluates all rules itself. */
async function toGuardScope(
  { config, signal, context }: RootFetch,
  request?: DefinitionOf<"request">,
): Promise<PermissionInput> {
  const keys = Object.keys(config.manifest.documents).filter((key) => key.startsWith("rules/"));
  const [profile] = await Promise.all([
    fetchAnswer<Profile>("profile.get", { args: {}, signal, context }),
    ...keys.map((key) => config.fetchDefinition(key)),
  ]);
  const toRequest = await loadToRequest();
  const rootInput = toRootInput(config);
  const organisation = config.get("organisation", config.orgId);
  return {
    rules: config.listRules(),
    roots: {
      profile: toProfile(profile),
      organisation: toOrganisation(organisation),
      env: { now: rootInput.now },
      ...(request && { request: toRequest(request, rootInput) }),
    },
  };
}

/** The public forms, and which of them are already started. */
async function fetchForms(fetch: RootFetch): Promise<unknown> {
  const states = runningStates.join(",");
  const [forms, running] = await Promise.all([
    listOf<PublicForm>("forms.public")(fetch),
    fetchAnswer<Listed<TransactionListItem>>(
      "transactions.list",
      { ...fetch, args: {} },
      { seed: "0", count: "100", states },
    ),
  ]);
  return toForms(forms, running.list, toRootInput(fetch.config));
}

/** A request without a transaction; needs no sign-in. Throws "not found" like an answer would. */
async function fetchRequest(fetch: RootFetch): Promise<unknown> {
  const { args, context } = fetch;
  const formId = String(args["formId"] ?? context.formId ?? "");
  const code = loadToRequest();
  const config = await openConfig(fetch);
  const request = (await loadRequest(config, formId)) ?? (await loadPinnedRequest(fetch, formId));
  if (!request) throw new Failure("config.form", 404, { code: notFoundCode });
  const toRequest = await code;
  return toRequest(request, toRootInput(config));
}

/** The configuration of the requested organisation; no id means the default one. */
async function openConfig({ config, context: { orgId } }: RootFetch): Promise<ConfigClient> {
  if (config.isForOrganisation(orgId)) return config;
  const own = await ConfigClient.open(orgId, config.manifest.locale);
  if (!orgId || own.orgId === orgId) return own;
  throw new Failure("config.manifest", 404, { code: notFoundCode });
}

/** A request that was withdrawn is still in the release that its transactions are pinned to. */
async function loadPinnedRequest(fetch: RootFetch, formId: string): Promise<DefinitionOf<"request"> | undefined> {
  const { config, context } = fetch;
  if (!context.txnId || !store.get(signedInAtom)) return undefined;
  const release = await fetchTransaction(fetch).then(
    () => store.get(pinnedReleaseAtom),
    () => undefined, // the load of the transaction itself reports the failure
  );
  if (!release) return undefined;
  return loadRequest(await ConfigClient.open(context.orgId, config.manifest.locale, release), formId);
}

async function fetchVerification(fetch: RootFetch): Promise<unknown> {
  const { args, config, context } = fetch;
  const name = String(args["type"] ?? "");
  const bundle = `bundle/verification.${name}`;
  const request = loadRequest(config, context.formId ?? "");
  const [info, transaction] = await Promise.all([
    fetchAnswer<VerificationInfo>("verifications.info", fetch),
    fetchTransaction({ ...fetch, args: {} }),
    // The server's answer shows whether the verification exists.
    config.manifest.documents[bundle] ? config.load(bundle) : undefined,
    request,
    request.then(() => loadValidators(config, name)),
  ]);
  const configs = config.list().filter(({ kind }) => kind === "verification");
  store.set(verificationAtom, { configs, info: { ...info } });
  return toVerification(info, context.formId ?? "", toRootInput(config), transaction);
}

/** Preloads the validators of a verification's form. The form reports one that fails. */
function loadValidators(config: ConfigClient, verification: string): void {
  const form = config.find("verification", verification)?.form;
  for (const [section, url] of Object.entries(config.manifest.validators))
    if (form && section.startsWith(`${form}#`)) import(/* @vite-ignore */ url).catch(() => undefined);
}

/** All submissions of the open transaction with their files. */
async function fetchSubmissions(fetch: RootFetch): Promise<unknown> {
  const { config } = fetch;
  const transaction = await fetchTransaction(fetch);
  const filled = Object.values(transaction.verificationList).filter(({ subTypeList }) => subTypeList.length > 0);
  const answers = await Promise.all(
    filled.map(({ name }) => fetchAnswer<VerificationInfo>("verifications.info", fetch, { type: name })),
  );
  return toSubmissions(transaction, answers, toRootInput(config));
}

async function fetchBill(fetch: RootFetch): Promise<unknown> {
  const toBillRoot = await loadToBillRoot();
  return toBillRoot(await fetchAnswer<PaymentInfo>("payments.info", fetch), toRootInput(fetch.config));
}

/** The questions before the start, and the form that the release builds from them. */
async function fetchQuestions(fetch: RootFetch): Promise<unknown> {
  const formId = fetch.context.formId ?? "";
  const { list: answered } = await fetchAnswer<Listed<Question>>("questions.list", fetch, {
    seed: "0",
    count: "1000",
    ...fetch.args,
  });
  const questions = toQuestions(answered, formId);
  await fetch.config.load(`bundle/form.${questions.form}`);
  return questions;
}

async function fetchTransactions(fetch: RootFetch): Promise<unknown> {
  const { list: transactions } = await fetchAnswer<Listed<TransactionListItem>>("transactions.list", fetch);
  return toTransactions(transactions, toRootInput(fetch.config));
}

async function fetchOrders(fetch: RootFetch): Promise<unknown> {
  const { list: forms } = await fetchAnswer<Listed<PaymentHistoryItem>>("payments.history", fetch);
  return toOrders(forms, toRootInput(fetch.config));
}
