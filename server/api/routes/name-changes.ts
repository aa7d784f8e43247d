import {
  approveNameChange,
  findProofOwner,
  listNameChanges,
  readNameChange,
  refuseNameChange,
} from "#server/support/name-changes.ts";
import { openDocument } from "../staff-documents.ts";
import type { Handlers } from "../operations.ts";
import type { Area } from "./area.ts";

const defaultCount = 25;

const handlers = {
  "name-changes.list": async ({ params, query: { state = "open", after, count } }, { services }) =>
    listNameChanges(services, params.orgId, state, { after, count: Number(count ?? defaultCount) }),
  "name-changes.get": async ({ params }, { services }) => readNameChange(services, params),
  "name-changes.open-document": async ({ params }, { services, staffSession }) => {
    const { candidateId } = await findProofOwner(services.db, params, params.fileId);
    return openDocument(services, staffSession, { ...params, candidateId });
  },
  "name-changes.approve": async ({ params, body }, { services, staffSession }) =>
    approveNameChange(services, params, { ...body, staffId: staffSession.staff.id }),
  "name-changes.refuse": async ({ params, body }, { services, staffSession }) =>
    refuseNameChange(services, params, { ...body, staffId: staffSession.staff.id }),
} satisfies Handlers;

/** Requests for a name change, for support. */
export const nameChangesArea = { handlers } satisfies Area;
