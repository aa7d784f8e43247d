import {
  cancelDeletion,
  readOwnDeletion,
  readReceipt,
  requestDeletion,
} from "#server/support/deletions/own-deletion.ts";
import { runDeletions } from "#server/support/deletions/run-deletions.ts";
import {
  approveDeletion,
  listDeletions,
  readDeletion,
  refuseDeletion,
} from "#server/support/deletions/staff-deletions.ts";
import type { Handlers } from "../operations.ts";
import type { Area } from "./area.ts";

const defaultCount = 25;
const runSeconds = 5;

const handlers = {
  "profile.request-deletion": async (_input, { services, candidate }) => requestDeletion(services, candidate.id),
  "profile.cancel-deletion": async (_input, { services, candidate }) => {
    await cancelDeletion(services, candidate.id);
    return {};
  },
  "profile.deletion": async (_input, { services, candidate, messages }) =>
    readOwnDeletion(services, candidate.id, messages),
  "deletion-receipts.get": async ({ params }, { services, messages }) =>
    readReceipt(services, params.deletionId, messages),
  "deletions.list": async ({ params, query }, { services }) => {
    const { show = "open", after, count } = query;
    return listDeletions(services, params.orgId, { show, after, count: Number(count ?? defaultCount) });
  },
  "deletions.get": async ({ params }, { services, messages }) => readDeletion(services, params, messages),
  "deletions.approve": async ({ params }, { services, messages, staffSession }) => {
    await approveDeletion(services, params, staffSession.staff.id);
    return readDeletion(services, params, messages);
  },
  "deletions.refuse": async ({ params, body }, { services, messages, staffSession }) => {
    await refuseDeletion(services, params, { staffId: staffSession.staff.id, reason: body.reason });
    return readDeletion(services, params, messages);
  },
} satisfies Handlers;

/** Deletion on request: the candidate's side, the staff's side, and the job that deletes. */
export const deletionsArea = {
  handlers,
  register: (services) => services.jobs.register("deletions", runSeconds, () => runDeletions(services)),
} satisfies Area;
