import type { AppOperationId } from "#engine/contract/all-operations.ts";
import { services } from "#engine/contract/services.ts";
import { toCase, toCaseCounts, toQueue } from "#engine/core/scope/cases.ts";
import type { CaseCounts, Queue, WholeCase } from "#engine/core/scope/shapes/cases.ts";
import type { Staff } from "#engine/core/scope/shapes/staff.ts";
import { toStaff } from "#engine/core/scope/staff.ts";
import { call } from "./client.ts";
import { toRootInput } from "./root-input.ts";
import type { RootFetch, RootSource, StaffRootSources } from "./root-sources.ts";

const fetchAnswer = async <Answer>(operation: AppOperationId, { args, signal, context }: RootFetch): Promise<Answer> =>
  (await call(operation, args, { signal, context })) as Answer;

/** The changes of an organisation's cases. */
const anyCase: NonNullable<RootSource["watch"]> = {
  toAddress: ({ orgId }) => `${services.console}/organisations/${encodeURIComponent(String(orgId))}/case-events`,
  concerns: () => true,
};
/** The changes of one of them. */
const thisCase: NonNullable<RootSource["watch"]> = {
  ...anyCase,
  concerns: (data, { txnId, subType }) =>
    (data as { list: { txnId: string; subType: string }[] }).list.some(
      (changed) => changed.txnId === txnId && changed.subType === subType,
    ),
};

/** How the page fetches the roots of staff. To add a root: a line here. */
export const staffRootSources: StaffRootSources = {
  staff: {
    refreshInactive: true,
    fetch: async (fetch) => toStaff(await fetchAnswer<Staff>("staff.me", fetch), fetch.config.orgId),
  },
  signInWays: { fetch: (fetch) => fetchAnswer("staff-sign-ins.ways", fetch) },
  members: { fetch: async (fetch) => (await fetchAnswer<{ list: unknown[] }>("staff.list", fetch)).list },
  queue: { watch: anyCase, fetch: fetchQueue },
  caseCounts: {
    watch: anyCase,
    fetch: async (fetch) =>
      toCaseCounts(await fetchAnswer<CaseCounts>("cases.count", fetch), toRootInput(fetch.config)),
  },
  case: { watch: thisCase, fetch: fetchCase },
};

/** A page of the queue follows a cursor, not a number. */
async function fetchQueue(fetch: RootFetch): Promise<unknown> {
  const { seed: _seed, ...args } = fetch.args;
  return toQueue(await fetchAnswer<Queue>("cases.list", { ...fetch, args }), toRootInput(fetch.config));
}

/** A case, with the form of its answer and the ready-made reasons. */
async function fetchCase(fetch: RootFetch): Promise<unknown> {
  const { config } = fetch;
  const { documents } = config.manifest;
  const reasons = "reasons/reasons";
  const [whole] = await Promise.all([
    fetchAnswer<WholeCase>("cases.get", fetch),
    documents[reasons] ? config.fetchDefinition(reasons) : undefined,
  ]);
  const bundle = `bundle/form.${whole.form ?? ""}`;
  if (documents[bundle]) await config.load(bundle);
  return toCase(whole, toRootInput(config));
}
