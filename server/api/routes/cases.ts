import type { ConsoleOperationId } from "#engine/contract/console/index.ts";
import { readCase } from "#server/console/case.ts";
import { decideCase, previewDecision, withdrawCase } from "#server/console/decide.ts";
import { findDocumentOwner, readAddress } from "#server/console/documents.ts";
import { addNote } from "#server/console/notes.ts";
import { assignCase, assignCases, claimCase, countCases, listCases, releaseCase } from "#server/console/queue.ts";
import { askSource, cancelSource } from "#server/console/source/source-requests.ts";
import { sendNow, undoDecision } from "#server/console/undo.ts";
import { ConsoleWatch } from "#server/console/watch.ts";
import { notFound } from "#server/errors.ts";
import { findFile } from "#server/files/storage/stored-files.ts";
import { drawStoredPage } from "#server/files/storage/stored-pages.ts";
import { listMembers } from "#server/staff/members.ts";
import { checkRole, listAllowed } from "#server/staff/roles.ts";
import { findMemberships } from "#server/staff/sessions.ts";
import { writeStaffAudit } from "#server/staff/staff-tools.ts";
import type { Services } from "#server/services.ts";
import { openEventStream } from "../event-stream.ts";
import type { Handlers, StaffContext } from "../operations.ts";
import { findReleased, openDocument, toHolder } from "../staff-documents.ts";
import { toFileAnswer } from "../stored-file-answer.ts";
import type { Area } from "./area.ts";

const defaultCount = 25;

const watches = new WeakMap<Services, ConsoleWatch>();

/** The watch of this server, which all its streams share. */
function getWatch(services: Services): ConsoleWatch {
  const watch = watches.get(services) ?? new ConsoleWatch(services);
  watches.set(services, watch);
  return watch;
}

const handlers = {
  "cases.list": async ({ params, query }, { services, staffSession }) => {
    const { after, count, assignee, olderThanDays, ...filters } = query;
    return listCases(
      services,
      params.orgId,
      {
        ...filters,
        ...(assignee !== undefined && { assignee: assignee === "me" ? staffSession.staff.id : assignee }),
        ...(olderThanDays !== undefined && { olderThanDays: Number(olderThanDays) }),
      },
      { after, count: Number(count ?? defaultCount) },
    );
  },
  "cases.count": async ({ params }, { services, staffSession }) =>
    countCases(services, params.orgId, staffSession.staff.id),
  "cases.watch": async ({ params: { orgId } }, { services, staffSession, request, reply }) => {
    const { staff, tokenHash } = staffSession;
    const call = { operation: "cases.watch", orgId };
    let end: (() => void) | undefined;
    const stream = openEventStream(request.server, reply, {
      person: staff.id,
      isAllowed: async () => {
        const memberships = await findMemberships(services.db, tokenHash);
        return memberships !== undefined && checkRole(services.config, memberships, call) !== undefined;
      },
      onEnd: () => end?.(),
    });
    const readsChats = mayCall(staffSession, services, { operation: "chats.get", orgId });
    end = getWatch(services).add(orgId, ({ list, chatList }) => {
      if (readsChats) stream.send("changed", { list, chatList });
      else if (list.length > 0) stream.send("changed", { list });
    });
    return stream.body;
  },
  "cases.get": async ({ params }, context) =>
    readCase(context.services, params, {
      reveals: mayCall(context.staffSession, context.services, { operation: "cases.decide", orgId: params.orgId }),
      messages: context.messages,
    }),
  "cases.claim": async ({ params }, { services, staffSession }) => claimCase(services, params, staffSession.staff.id),
  "cases.release": async ({ params }, { services, staffSession }) =>
    releaseCase(services, params, staffSession.staff.id),
  "cases.assign": async ({ params, body }, { services }) => {
    await assertDecider(services, params.orgId, body.staffId);
    return assignCase(services, params, body.staffId);
  },
  "cases.assign-several": async ({ params, body }, { services }) => {
    await assertDecider(services, params.orgId, body.staffId);
    return assignCases(services, { ...body, orgId: params.orgId });
  },
  "cases.add-note": async ({ params, body }, { services, staffSession }) => {
    const { id, displayName } = staffSession.staff;
    return addNote(services, params, { text: body.text, author: { id, displayName } });
  },
  "cases.ask-source": async ({ params, body }, { services, staffSession }) => {
    const { id, displayName } = staffSession.staff;
    return askSource(services, params, { ...body, author: { id, displayName } });
  },
  "cases.cancel-source": async ({ params }, { services }) => cancelSource(services, params),
  "cases.open-document": async ({ params }, { services, staffSession }) => {
    const { orgId, fileId } = params;
    const { candidateId } = await findDocumentOwner(services.db, params, fileId);
    return openDocument(services, staffSession, { orgId, candidateId, fileId });
  },
  "cases.read-document": async ({ params }, { services, staffSession, request, reply }) => {
    const { orgId, address } = params;
    const scope = { holder: toHolder(staffSession, orgId), now: await services.clock.now() };
    const { fileId, candidateId } = readAddress(services.secrets, address, scope);
    const row = await findFile(services, candidateId, fileId);
    await writeStaffAudit(services.db, "staff-document-viewed", { staffId: staffSession.staff.id, orgId, fileId });
    return toFileAnswer(services, reply, row, { isHead: request.method === "HEAD", disposition: "inline" });
  },
  "cases.read-page": async ({ params }, { services, staffSession, reply }) => {
    const { orgId, address, page } = params;
    const scope = { holder: toHolder(staffSession, orgId), now: await services.clock.now() };
    const { fileId, candidateId } = readAddress(services.secrets, address, scope);
    const row = await findReleased(services, candidateId, fileId);
    const staffId = staffSession.staff.id;
    await writeStaffAudit(services.db, "staff-document-viewed", { staffId, orgId, fileId, page });
    const image = await drawStoredPage(services, row, { page: Number(page), person: staffId });
    void reply.type("image/jpeg").header("cache-control", "no-store");
    return image;
  },
  "cases.preview": async ({ params, body }, { services, staffSession }) =>
    previewDecision(services, params, { decision: body, staffId: staffSession.staff.id }),
  "cases.decide": async ({ params, body }, { services, staffSession }) =>
    decideCase(services, params, { decision: body, staffId: staffSession.staff.id }),
  "cases.undo": async ({ params }, { services, staffSession }) => undoDecision(services, params, staffSession.staff.id),
  "cases.send": async ({ params }, { services, staffSession }) => {
    await sendNow(services, params, staffSession.staff.id);
    return {};
  },
  "cases.withdraw": async ({ params, body }, { services, staffSession }) => {
    await withdrawCase(services, params, { reason: body.reason, staffId: staffSession.staff.id });
    return {};
  },
} satisfies Handlers;

/** Cases: the queue, one case, documents, notes, decisions. */
export const casesArea = { handlers } satisfies Area;

const mayCall = (
  { staff }: StaffContext["staffSession"],
  { config }: Pick<Services, "config">,
  { operation, orgId }: { operation: ConsoleOperationId; orgId: string },
): boolean => listAllowed(config, staff.memberships)[orgId]?.includes(operation) ?? false;

/** Throws 404 for a colleague who may not decide: they would only keep the case. */
async function assertDecider(services: Services, orgId: string, staffId: string): Promise<void> {
  const member = (await listMembers(services.db, orgId)).find(({ id }) => id === staffId);
  const roles = member?.roles.map((role) => ({ orgId, role })) ?? [];
  if (!listAllowed(services.config, roles)[orgId]?.includes("cases.decide")) throw notFound("staff");
}
