import type { Credential } from "#engine/api/credentials.ts";
import type { Link, Showing, Shown } from "#engine/api/links.ts";
import type { Offer } from "#engine/api/offers.ts";
import type { OperationId } from "#engine/api/operations.ts";
import type { PaymentHistoryItem, PaymentInfo } from "#engine/api/payment-info.ts";
import type { PaymentPoll } from "#engine/api/payments.ts";
import type { Profile } from "#engine/api/profile.ts";
import type { Question } from "#engine/api/questions.ts";
import type { TxnInfo } from "#engine/api/transaction-info.ts";
import type { PublicForm, TransactionListItem } from "#engine/api/transactions.ts";
import type { VerificationInfo } from "#engine/api/verifications.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import { toCredentials } from "#engine/scope/credentials.ts";
import { toLink } from "#engine/scope/link.ts";
import { toForms } from "#engine/scope/named-lists.ts";
import { toOffer } from "#engine/scope/offer.ts";
import { toOrders } from "#engine/scope/orders.ts";
import { toOrganisation } from "#engine/scope/organisation.ts";
import { toPayment } from "#engine/scope/payment.ts";
import { toProfile } from "#engine/scope/profile.ts";
import { toQuestions } from "#engine/scope/questions.ts";
import type { Makings } from "#engine/scope/root.ts";
import { toShowing } from "#engine/scope/showing.ts";
import { toShown } from "#engine/scope/shown.ts";
import { toSubmissions } from "#engine/scope/submissions.ts";
import type { Working } from "#engine/scope/transaction.ts";
import { toTransactions } from "#engine/scope/transactions.ts";
import { toVerification } from "#engine/scope/verification.ts";
import { runningStates } from "#engine/transaction/state-machine.ts";
import type { TransactionFacts } from "#engine/transaction/transaction-facts.ts";
import { readServerTime } from "#renderer/session/clock.ts";
import { fetchCode } from "#renderer/session/page-code.ts";
import { pinnedReleaseAtom, signedInAtom, store, verificationAtom } from "#renderer/session/slices.ts";
import { call } from "./client.ts";
import { ConfigClient } from "./config-client.ts";
import { Failure } from "./failure.ts";
import { keepProfile } from "./profile.ts";
import type { RootFetch, RootSource, RootSources } from "./root-sources.ts";

// Makers that only some screens need. Each is taken out by name, so that its contract is left out of the page.
const loadCompleteAnswer = () =>
  fetchCode(() => import("#engine/complete/index.ts").then(({ completeAnswer }) => completeAnswer));
const loadToTransaction = () =>
  fetchCode(() => import("#engine/scope/transaction.ts").then(({ toTransaction }) => toTransaction));
const loadToRequest = () => fetchCode(() => import("#engine/scope/request.ts").then(({ toRequest }) => toRequest));
const loadToBillRoot = () => fetchCode(() => import("#engine/scope/bill.ts").then(({ toBillRoot }) => toBillRoot));

type Listed<T> = { list: T[] };

/** A root that is an operation's answer as it came. */
const answer =
  (operation: OperationId): RootSource["fetch"] =>
  (fetch) =>
    ask(operation, fetch);
/** A root that is the list of an operation's answer. */
const list =
  <T>(operation: OperationId) =>
  async (fetch: RootFetch): Promise<T[]> => {
    const { list: items } = await ask<Listed<T>>(operation, fetch);
    return items;
  };

/** How the page comes by what the makers of engine/scope make roots of. One more root: its line here. */
export const rootSources: RootSources = {
  profile: { fetch: async (fetch) => keepProfile(await ask<Profile>("profile.get", fetch)) },
  transaction: { ofTransaction: true, leads: true, fetch: fetchTransaction, staleWith: ["profile"] },
  request: { ofTransaction: true, fetch: fetchRequest },
  verification: { ofTransaction: true, fetch: fetchVerification, staleWith: ["transaction"] },
  submissions: { ofTransaction: true, fetch: fetchSubmissions, staleWith: ["transaction", "verification"] },
  bill: { ofTransaction: true, fetch: fetchBill },
  payment: { ofTransaction: true, fetch: async (fetch) => toPayment(await ask<PaymentPoll>("payments.poll", fetch)) },
  regions: { ofTransaction: true, fetch: list("payments.regions") },
  providers: { ofTransaction: true, fetch: list("payments.providers") },
  mode: { ofTransaction: true, fetch: answer("payments.mode") },
  transactions: { fetch: fetchTransactions },
  forms: { fetch: fetchForms, staleWith: ["transactions"] },
  notifications: { fetch: answer("notifications.list") },
  credentials: {
    fetch: async (fetch) => toCredentials(await list<Credential>("credentials.list")(fetch), toMakings(fetch.config)),
  },
  sessions: { fetch: list("sessions.list") },
  showing: {
    fetch: async (fetch) => toShowing(await ask<Showing>("links.list", fetch), toMakings(fetch.config)),
    staleWith: ["credentials"],
  },
  link: { fetch: async (fetch) => toLink(await ask<Link>("links.get", fetch), toMakings(fetch.config)) },
  offer: { fetch: async (fetch) => toOffer(await ask<Offer>("offers.get", fetch), toMakings(fetch.config)) },
  choices: { ofTransaction: true, fetch: answer("presentations.choices") },
  asking: { fetch: answer("presentations.get") },
  shown: { fetch: async (fetch) => toShown(await ask<Shown>("links.open", fetch), toMakings(fetch.config)) },
  questions: { ofTransaction: true, fetch: fetchQuestions },
  orders: { fetch: fetchOrders },
};

/** The body code of what is not there. */
const missingCode = 104;

/** The page says whether the wallet is another's than the service's own. */
const isAnothers = (): boolean => window.document.querySelector('meta[name="sanad-wallet"]') !== null;

/** Calls an operation; `Answer` is what its contract says, and what another wallet leaves unsaid is worked out. */
async function ask<Answer>(
  operation: OperationId,
  { args, signal, context }: Pick<RootFetch, "args" | "signal" | "context">,
  more: Record<string, unknown> = {},
): Promise<Answer> {
  const given = { ...args, ...more };
  const said = await call(operation, given, { signal, context });
  if (!isAnothers()) return said as Answer;
  const completeAnswer = await loadCompleteAnswer();
  const asked = { of: { ...context, ...given }, now: readServerTime().toISOString() };
  return completeAnswer(operation, said, asked) as Answer;
}

/** What the makers take: the documents of the page, its language, the server's time. */
function toMakings(config: ConfigClient): Makings {
  return {
    find: ((kind, id) => config.find(kind, id)) as Makings["find"],
    translate: config.translate,
    now: readServerTime().toISOString(),
  };
}

async function loadRequest(config: ConfigClient, formId: string): Promise<DocumentOf<"request"> | undefined> {
  const key = `bundle/request.${formId}`;
  if (config.manifest.documents[key]) await config.load(key);
  return config.find("request", formId);
}

async function fetchTransaction(fetch: RootFetch): Promise<TransactionFacts> {
  const { config, context } = fetch;
  // The request is known before the answer says it: what it names comes meanwhile, and a fault shows when it is asked for again.
  if (context.formId)
    loadRequest(config, context.formId).catch((error: unknown) =>
      console.warn("The request could not be fetched ahead", error),
    );
  const asked = ask<TxnInfo>("transactions.info", fetch);
  asked.catch(() => undefined); // it is awaited below, after the code that makes something of it
  const toTransaction = await loadToTransaction();
  const info = await asked;
  // Its forms are those of the release that it keeps: the page opens that configuration, and this root is asked for again.
  if (info.release && info.release !== config.manifest.release) store.set(pinnedReleaseAtom, info.release);
  const request = await loadRequest(config, info.form.formId);
  const working = info.allowed ? { rules: config.listRules(), roots: {} } : await toWorking(fetch, request);
  return toTransaction(info, toMakings(config), working);
}

/** Another wallet may not say what is allowed: then every rule is fetched, and what else the rules read. */
async function toWorking({ config, signal, context }: RootFetch, request?: DocumentOf<"request">): Promise<Working> {
  const keys = Object.keys(config.manifest.documents).filter((key) => key.startsWith("rules/"));
  const [profile] = await Promise.all([
    ask<Profile>("profile.get", { args: {}, signal, context }),
    ...keys.map((key) => config.fetchDocument(key)),
  ]);
  const toRequest = await loadToRequest();
  const makings = toMakings(config);
  const organisation = config.get("organisation", config.orgId);
  return {
    rules: config.listRules(),
    roots: {
      profile: toProfile(profile),
      organisation: toOrganisation(organisation),
      env: { now: makings.now },
      ...(request && { request: toRequest(request, makings) }),
    },
  };
}

/** What anybody may start, and which of it runs already. */
async function fetchForms(fetch: RootFetch): Promise<unknown> {
  const states = runningStates.join(",");
  const [forms, running] = await Promise.all([
    list<PublicForm>("forms.public")(fetch),
    ask<Listed<TransactionListItem>>("transactions.list", { ...fetch, args: {} }, { seed: "0", count: "100", states }),
  ]);
  return toForms(forms, running.list, toMakings(fetch.config));
}

/** What is known of a request without a transaction; nobody needs to be signed in for it. Fails as an answer of "not there" would. */
async function fetchRequest(fetch: RootFetch): Promise<unknown> {
  const { args, context } = fetch;
  const formId = String(args["formId"] ?? context.formId ?? "");
  const code = loadToRequest();
  const config = await openOwn(fetch);
  const request = (await loadRequest(config, formId)) ?? (await loadKept(fetch, formId));
  if (!request) throw new Failure("config.form", 404, { code: missingCode });
  const toRequest = await code;
  return toRequest(request, toMakings(config));
}

/** The configuration of the organisation that is asked for, by no name the default one: the page's own, or one that is on its way to it. */
async function openOwn({ config, context: { orgId } }: RootFetch): Promise<ConfigClient> {
  if (config.isOf(orgId)) return config;
  const own = await ConfigClient.open(orgId, config.manifest.locale);
  if (!orgId || own.orgId === orgId) return own;
  throw new Failure("config.manifest", 404, { code: missingCode });
}

/** A request that nobody can begin any more stands in the release that its transactions keep. */
async function loadKept(fetch: RootFetch, formId: string): Promise<DocumentOf<"request"> | undefined> {
  const { config, context } = fetch;
  if (!context.txnId || !store.get(signedInAtom)) return undefined;
  const release = await fetchTransaction(fetch).then(
    () => store.get(pinnedReleaseAtom),
    () => undefined, // what became of it, its own load says
  );
  if (!release) return undefined;
  return loadRequest(await ConfigClient.open(context.orgId, config.manifest.locale, release), formId);
}

async function fetchVerification(fetch: RootFetch): Promise<unknown> {
  const { args, config, context } = fetch;
  const name = String(args["type"] ?? "");
  const bundle = `bundle/verification.${name}`;
  const requested = loadRequest(config, context.formId ?? "");
  const [info, transaction] = await Promise.all([
    ask<VerificationInfo>("verifications.info", fetch),
    fetchTransaction({ ...fetch, args: {} }),
    // Whether there is such a verification, the server's answer says.
    config.manifest.documents[bundle] ? config.load(bundle) : undefined,
    requested,
    requested.then(() => loadValidators(config, name)),
  ]);
  const configs = config.list().filter(({ kind }) => kind === "verification");
  store.set(verificationAtom, { configs, info: { ...info } });
  return toVerification(info, context.formId ?? "", toMakings(config), transaction);
}

/** Its request says which form a verification has: what judges it comes beside the form itself. What cannot be had now is missed where it is needed. */
function loadValidators(config: ConfigClient, verification: string): void {
  const form = config.find("verification", verification)?.form;
  for (const [section, url] of Object.entries(config.manifest.validators))
    if (form && section.startsWith(`${form}#`)) import(/* @vite-ignore */ url).catch(() => undefined);
}

/** Every submission of the open transaction with its files, for the review. */
async function fetchSubmissions(fetch: RootFetch): Promise<unknown> {
  const { config } = fetch;
  const transaction = await fetchTransaction(fetch);
  const filled = Object.values(transaction.verificationList).filter(({ subTypeList }) => subTypeList.length > 0);
  const answers = await Promise.all(
    filled.map(({ name }) => ask<VerificationInfo>("verifications.info", fetch, { type: name })),
  );
  return toSubmissions(transaction, answers, toMakings(config));
}

async function fetchBill(fetch: RootFetch): Promise<unknown> {
  const toBillRoot = await loadToBillRoot();
  return toBillRoot(await ask<PaymentInfo>("payments.info", fetch), toMakings(fetch.config));
}

/** The pre-start questions, and the form that the release made of them. */
async function fetchQuestions(fetch: RootFetch): Promise<unknown> {
  const formId = fetch.context.formId ?? "";
  const { list: asked } = await ask<Listed<Question>>("questions.list", fetch, {
    seed: "0",
    count: "1000",
    ...fetch.args,
  });
  const questions = toQuestions(asked, formId);
  await fetch.config.load(`bundle/form.${questions.form}`);
  return questions;
}

async function fetchTransactions(fetch: RootFetch): Promise<unknown> {
  const { list: transactions } = await ask<Listed<TransactionListItem>>("transactions.list", fetch);
  return toTransactions(transactions, toMakings(fetch.config));
}

async function fetchOrders(fetch: RootFetch): Promise<unknown> {
  const { list: forms } = await ask<Listed<PaymentHistoryItem>>("payments.history", fetch);
  return toOrders(forms, toMakings(fetch.config));
}
