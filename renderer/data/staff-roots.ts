import type { AppOperationId } from "#engine/contract/all-operations.ts";
import { services } from "#engine/contract/services.ts";
import { toNameChange, toNameChanges } from "#engine/core/scope/name-changes.ts";
import { toApprovals } from "#engine/core/scope/approvals.ts";
import { toCase, toCaseCounts, toQueue } from "#engine/core/scope/cases.ts";
import { toDeliveries, toDelivery, toVerifierCalls } from "#engine/core/scope/deliveries.ts";
import type { ApprovalList } from "#engine/core/scope/shapes/approvals.ts";
import type { CaseCounts, Queue, WholeCase } from "#engine/core/scope/shapes/cases.ts";
import type { Delivery, DeliveryList } from "#engine/core/scope/shapes/deliveries.ts";
import type { WholeStaffForm } from "#engine/core/scope/shapes/forms.ts";
import type { NameChange, NameChangeList } from "#engine/core/scope/shapes/name-changes.ts";
import type { CallList } from "#engine/core/scope/shapes/verifier-calls.ts";
import type { StaffOrder, StaffOrderList } from "#engine/core/scope/shapes/staff-orders.ts";
import type { Staff } from "#engine/core/scope/shapes/staff.ts";
import { toStaff } from "#engine/core/scope/staff.ts";
import { toStaffForm } from "#engine/core/scope/staff-forms.ts";
import { toStaffOrder, toStaffOrders } from "#engine/core/scope/staff-orders.ts";
import { call } from "./client.ts";
import { toRootInput } from "./root-input.ts";
import type { RootFetch, RootSource, StaffRootSources } from "./root-sources.ts";

const fetchAnswer = async <Answer>(operation: AppOperationId, { args, signal, context }: RootFetch): Promise<Answer> =>
  (await call(operation, args, { signal, context })) as Answer;

/** The data of an event: the cases that changed, and for those who may read them, the candidates of conversations. */
interface Changes {
  readonly list: readonly { readonly txnId: string; readonly subType: string }[];
  readonly chatList?: readonly string[];
}

/** The changes of an organisation's cases. */
const anyCase: NonNullable<RootSource["watch"]> = {
  toAddress: ({ orgId }) => `${services.console}/organisations/${encodeURIComponent(String(orgId))}/case-events`,
  concerns: (data) => (data as Changes).list.length > 0,
};
/** The changes of one of them. */
const thisCase: NonNullable<RootSource["watch"]> = {
  ...anyCase,
  concerns: (data, { txnId, subType }) =>
    (data as Changes).list.some((changed) => changed.txnId === txnId && changed.subType === subType),
};

/** The conversations of an organisation. */
const anyChat: NonNullable<RootSource["watch"]> = {
  ...anyCase,
  concerns: (data) => ((data as Changes).chatList ?? []).length > 0,
};
/** One of them. */
const thisChat: NonNullable<RootSource["watch"]> = {
  ...anyCase,
  concerns: (data, { candidateId }) => ((data as Changes).chatList ?? []).includes(String(candidateId)),
};

/** How the page fetches the roots of staff. To add a root: a line here. */
export const staffRootSources: StaffRootSources = {
  staff: {
    refreshInactive: true,
    fetch: async (fetch) => toStaff(await fetchAnswer<Staff>("staff.me", fetch), fetch.config.orgId),
  },
  signInWays: { fetch: (fetch) => fetchAnswer("staff-sign-ins.ways", fetch) },
  members: { fetch: async (fetch) => (await fetchAnswer<{ list: unknown[] }>("staff.list", fetch)).list },
  queue: {
    watch: anyCase,
    fetch: async (fetch) => toQueue(await fetchAnswer<Queue>("cases.list", byCursor(fetch)), toRootInput(fetch.config)),
  },
  caseCounts: {
    watch: anyCase,
    fetch: async (fetch) =>
      toCaseCounts(await fetchAnswer<CaseCounts>("cases.count", fetch), toRootInput(fetch.config)),
  },
  case: { watch: thisCase, fetch: fetchCase },
  staffForms: { fetch: (fetch) => fetchAnswer("forms.list", byCursor(fetch)) },
  staffForm: {
    fetch: async (fetch) =>
      toStaffForm(await fetchAnswer<WholeStaffForm>("forms.get", fetch), toRootInput(fetch.config)),
  },
  formMessages: { fetch: (fetch) => fetchAnswer("form-messages.list", fetch) },
  nameChanges: {
    fetch: async (fetch) =>
      toNameChanges(await fetchAnswer<NameChangeList>("name-changes.list", byCursor(fetch)), toRootInput(fetch.config)),
  },
  nameChange: {
    fetch: async (fetch) =>
      toNameChange(await fetchWithReasons<NameChange>("name-changes.get", fetch), toRootInput(fetch.config)),
  },
  deletions: { fetch: (fetch) => fetchAnswer("deletions.list", byCursor(fetch)) },
  deletion: { fetch: (fetch) => fetchAnswer("deletions.get", fetch) },
  staffOrders: {
    fetch: async (fetch) =>
      toStaffOrders(await fetchAnswer<StaffOrderList>("orders.list", byCursor(fetch)), toRootInput(fetch.config)),
  },
  staffOrder: {
    fetch: async (fetch) =>
      toStaffOrder(await fetchWithReasons<StaffOrder>("orders.get", fetch), toRootInput(fetch.config)),
  },
  approvals: {
    fetch: async (fetch) =>
      toApprovals(await fetchWithReasons<ApprovalList>("staff-approvals.list", fetch), toRootInput(fetch.config)),
  },
  chats: {
    watch: anyChat,
    fetch: (fetch) => fetchAnswer("chats.list", byCursor(fetch)),
  },
  chat: { watch: thisChat, fetch: (fetch) => fetchAnswer("chats.get", fetch) },
  deliveries: {
    fetch: async (fetch) =>
      toDeliveries(await fetchAnswer<DeliveryList>("deliveries.list", byCursor(fetch)), toRootInput(fetch.config)),
  },
  delivery: {
    fetch: async (fetch) => toDelivery(await fetchAnswer<Delivery>("deliveries.get", fetch), toRootInput(fetch.config)),
  },
  verifierCalls: {
    fetch: async (fetch) =>
      toVerifierCalls(await fetchAnswer<CallList>("verifier-calls.list", fetch), toRootInput(fetch.config)),
  },
};

/** A page of these lists follows a cursor, not a number. */
function byCursor(fetch: RootFetch): RootFetch {
  const { seed: _seed, ...args } = fetch.args;
  return { ...fetch, args };
}

/** An answer, and the ready-made reasons beside it. */
async function fetchWithReasons<Answer>(operation: AppOperationId, fetch: RootFetch): Promise<Answer> {
  const { config } = fetch;
  const reasons = "reasons/reasons";
  const [answer] = await Promise.all([
    fetchAnswer<Answer>(operation, fetch),
    config.manifest.documents[reasons] ? config.fetchDefinition(reasons) : undefined,
  ]);
  return answer;
}

/** A case, with the form of its answer and the ready-made reasons. */
async function fetchCase(fetch: RootFetch): Promise<unknown> {
  const { config } = fetch;
  const { documents } = config.manifest;
  const whole = await fetchWithReasons<WholeCase>("cases.get", fetch);
  const bundle = `bundle/form.${whole.form ?? ""}`;
  if (documents[bundle]) await config.load(bundle);
  return toCase(whole, toRootInput(config));
}
