import { answerSource, openSourceDocument, viewSource } from "#server/console/source/answer-source.ts";
import { remindSources } from "#server/console/source/source-requests.ts";
import { findFile } from "#server/files/storage/stored-files.ts";
import type { Handlers } from "../operations.ts";
import { toFileAnswer } from "../stored-file-answer.ts";
import type { Area } from "./area.ts";

/** Limits the cost of guessing. The token itself cannot be guessed. */
const callsPerHour = 300;

const handlers = {
  "source-requests.view": async ({ params }, { services, request, messages }) => {
    await services.rateLimits.consumeForAddress("source-link", request.ip, callsPerHour, 3600);
    return viewSource(services, params.token, messages);
  },
  "source-requests.read-document": async ({ params }, { services, request, reply }) => {
    await services.rateLimits.consumeForAddress("source-link", request.ip, callsPerHour, 3600);
    const { candidateId, fileId } = await openSourceDocument(services, params);
    const row = await findFile(services, candidateId, fileId);
    return toFileAnswer(services, reply, row, { isHead: request.method === "HEAD", disposition: "inline" });
  },
  "source-requests.answer": async ({ params, body }, { services, request }) => {
    await services.rateLimits.consumeForAddress("source-link", request.ip, callsPerHour, 3600);
    await answerSource(services, params.token, body);
    return {};
  },
} satisfies Handlers;

/** Requests to institutions about documents: what they see and answer by the link of an email. */
export const sourceRequestsArea = {
  handlers,
  register: (services) => {
    services.jobs.register("source-reminders", 3600, () => remindSources(services));
  },
} satisfies Area;
