import { consumeInspectionForAddress } from "#server/files/detection/inspection-budget.ts";
import { assertRoom } from "#server/files/storage/stored-bytes.ts";
import { storeReceived } from "#server/files/storage/stored-files.ts";
import { findFileId } from "#server/files/storage/file-access.ts";
import { toUploadFolders } from "#server/files/storage/upload-folders.ts";
import { readMultipart } from "#server/files/uploads/multipart.ts";
import { assertChatFile } from "#server/support/chat-files.ts";
import {
  answerChat,
  assertAnswerable,
  claimChat,
  handOverChat,
  listChats,
  readByStaff,
  readChat,
  releaseChat,
} from "#server/support/staff-chats.ts";
import { remindOfAnswers } from "#server/support/unread-answers.ts";
import type { Handlers } from "../operations.ts";
import { openDocument } from "../staff-documents.ts";
import type { Area } from "./area.ts";

const defaultCount = 25;
const remindSeconds = 30;
/** The category of files that staff send. The candidate's own uploads have another. */
const fileCategory = "support";

const handlers = {
  "chats.list": async ({ params, query }, { services, staffSession }) => {
    const { show = "waiting", assignee, after, count } = query;
    return listChats(
      services,
      params.orgId,
      { isWaiting: show === "waiting", assignee: assignee === "me" ? staffSession.staff.id : assignee },
      { after, count: Number(count ?? defaultCount) },
    );
  },
  "chats.get": async ({ params }, { services, staffSession }) => readChat(services, params, staffSession.staff),
  "chats.answer": async ({ params, body }, { services, staffSession }) =>
    answerChat(services, params, { text: body.text, author: staffSession.staff }),
  "chats.attach": async ({ params }, { services, staffSession, request }) => {
    const { candidateId } = params;
    await assertAnswerable(services, params, staffSession.staff);
    await consumeInspectionForAddress(services, request.ip);
    await assertRoom(
      services.db,
      services.settings.budgets,
      candidateId,
      Number(request.headers["content-length"] ?? 0),
    );
    const file = await readMultipart(request, toUploadFolders(services.settings.dataDir).incoming());
    const { fileUrl } = await storeReceived(services, candidateId, file, {
      fileName: file.fileName,
      category: fileCategory,
    });
    const fileId = findFileId(fileUrl);
    return answerChat(services, params, { ...(fileId !== undefined && { fileId }), author: staffSession.staff });
  },
  "chats.open-file": async ({ params }, { services, staffSession }) => {
    await assertChatFile(services.db, params, params.fileId);
    return openDocument(services, staffSession, params);
  },
  "chats.read": async ({ params }, { services }) => {
    await readByStaff(services, params);
    return {};
  },
  "chats.claim": async ({ params }, { services, staffSession }) => {
    await claimChat(services, params, staffSession.staff.id);
    return {};
  },
  "chats.hand-over": async ({ params, body }, { services, staffSession }) => {
    await handOverChat(services, params, { by: staffSession.staff.id, to: body.staffId });
    return {};
  },
  "chats.release": async ({ params }, { services, staffSession }) => {
    await releaseChat(services, params, staffSession.staff.id);
    return {};
  },
} satisfies Handlers;

/** Conversations of candidates with support. */
export const chatsArea = {
  handlers,
  register: (services) => services.jobs.register("unread-answers", remindSeconds, () => remindOfAnswers(services)),
} satisfies Area;
