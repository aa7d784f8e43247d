import { link } from "node:fs/promises";
import { Readable } from "node:stream";
import { Ajv } from "ajv";
import type { FastifyRequest } from "fastify";
import { getContract } from "#engine/contract/contracts.ts";
import { services as bases } from "#engine/contract/services.ts";
import { notFound, withReason, WalletError } from "#server/errors.ts";
import { detect, readMarks, toReport, type Finding } from "#server/files/detection/detect.ts";
import { consumeInspection, consumeInspectionForAddress } from "#server/files/detection/inspection-budget.ts";
import { queueOcr } from "#server/files/detection/ocr-queue.ts";
import type { Candidate } from "#server/accounts/sessions/candidate.ts";
import { findLimits } from "#server/config/limits.ts";
import { fetchMaxBytes, getAllowedUrl, openUrl } from "#server/files/uploads/from-url.ts";
import { drawPhotoNonce, sweepPhotoNonces } from "#server/files/uploads/photo-nonce.ts";
import { readMultipart } from "#server/files/uploads/multipart.ts";
import { discard, toUploadFolders, makeUploadFolders } from "#server/files/storage/upload-folders.ts";
import { assertAccepted, readContentType, receive, type ReceivedFile } from "#server/files/uploads/receive.ts";
import { addResumableUploads } from "#server/files/uploads/resumable.ts";
import {
  claimUpload,
  findFile,
  getUpload,
  keepUpload,
  readUpload,
  storeReceived,
  toUploadedFile,
} from "#server/files/storage/stored-files.ts";
import {
  findDocumentText,
  noText,
  saveText,
  saveReport,
  type CheckedUpload,
} from "#server/files/storage/upload-reports.ts";
import { assertRoom } from "#server/files/storage/stored-bytes.ts";
import { infectedFinding, scanNow } from "#server/files/scanning/scan-now.ts";
import { scanWaiting } from "#server/files/scanning/scan-waiting.ts";
import { sweepFiles } from "#server/files/storage/sweep.ts";
import { authenticate, type Handlers, type RequestContext } from "../operations.ts";
import { toFileAnswer } from "../stored-file-answer.ts";
import { drawMap, readMapQuery } from "#server/reference/places/static-map.ts";
import type { Services } from "#server/services.ts";
import { isFieldOcrRead, type UploadPurpose } from "#server/wallet/submissions/uploaded-documents.ts";
import { getTransaction } from "#server/wallet/transactions/load.ts";
import type { Area } from "./area.ts";

/** Uploads of one candidate in ten minutes, so that none fills the disk. */
const uploadsMax = 300;
const uploadsWindowSeconds = 600;
/** The category of a file with a photo nonce. The category from the client does not count. */
const photoCategory = "photo";
const mapPath = `${bases.utility}/static-map`;
const ajv = new Ajv({ allErrors: true });
const isUploadBody = ajv.compile<{ uploadId: string }>(getContract("files.upload").body!);
const isDetectBody = ajv.compile<{ uploadId: string; verificationName?: string; fieldName?: string }>(
  getContract("files.detect").body!,
);

const handlers = {
  "files.upload": async ({ query }, { services, candidate, request }) => {
    await consumeUpload(services, candidate.id);
    const { photoNonce } = query;
    const category = photoNonce === undefined ? query.fileCategory : photoCategory;
    const labels = { category, folder: query.folderName, ...(photoNonce !== undefined && { photoNonce }) };
    if (request.isMultipart()) {
      await consumeInspectionForAddress(services, request.ip);
      await assertRoomForBody(services, candidate.id, request);
      const file = await readMultipart(request, toUploadFolders(services.settings.dataDir).incoming());
      return storeReceived(services, candidate.id, file, { ...labels, fileName: file.fileName });
    }
    const { body } = request;
    if (!isUploadBody(body)) throw new WalletError("badRequest");
    return claimUpload(services, candidate.id, body.uploadId, labels);
  },
  "files.photo-nonce": async ({ body }, { services, candidate }) => {
    const { verificationName, txnId } = body;
    const { items } = await getTransaction(services.db, candidate.id, body);
    if (!items.some(({ name }) => name === verificationName)) throw notFound("verification");
    return drawPhotoNonce(services, { candidateId: candidate.id, transactionId: txnId, verificationName });
  },
  "files.get": async ({ params }, { services, candidate, request, reply }) =>
    toFileAnswer(services, reply, await findFile(services, candidate.id, params.id), {
      isHead: request.method === "HEAD",
      disposition: "attachment",
    }),
  "files.scan": async ({ params }, { services, candidate, messages }) => {
    const row = await findFile(services, candidate.id, params.id);
    if (!row) throw notFound("file");
    return {
      ...toUploadedFile(row),
      ...(row.scan === "infected" && { reason: messages.formatRefusal(withReason("file-virus")).message }),
    };
  },
  "files.reading": async ({ params }, { services, candidate }) => {
    const reading = await findDocumentText(services.db, candidate.id, params.id);
    if (!reading && !(await findFile(services, candidate.id, params.id))) throw notFound("file");
    return reading ?? noText;
  },
  "files.from-url": async ({ body }, { services, candidate, request }) => {
    await consumeUpload(services, candidate.id);
    await consumeInspectionForAddress(services, request.ip);
    const path = toUploadFolders(services.settings.dataDir).incoming();
    const { stream, ...labels } = await openAddress(services, body.url);
    const received = { path, ...(await receive(stream, path, fetchMaxBytes)) };
    const stored = await storeReceived(
      services,
      candidate.id,
      { ...received, contentType: await readContentType(path) },
      { ...labels, folder: body.folderName },
    );
    return { fileUrl: stored.fileUrl };
  },
  "files.detect": async (_input, { services, candidate, request, messages }) => {
    await consumeUpload(services, candidate.id);
    if (!request.isMultipart()) return detectUpload(request, { services, candidate, messages });
    await assertRoomForBody(services, candidate.id, request);
    await consumeInspections(services, candidate.id, request.ip);
    const file = await readMultipart(request, toUploadFolders(services.settings.dataDir).incoming(), [
      "verificationName",
      "fieldName",
    ]);
    await assertLargeEnough(file);
    const reading = toReadingOptions(services, file.fields, candidate);
    // Nothing else removes a file that was not inspected.
    const checked = await inspectAndScan(services, file, reading).catch(async (error: unknown) => {
      await discard(file.path);
      throw error;
    });
    const uploadId = await keepUpload(services, candidate.id, file, file.fileName, checked);
    await queueReading(services, uploadId, file, checked.finding, reading);
    return toReport(checked.finding, uploadId, messages);
  },
} satisfies Handlers;

/** A candidate's files: uploads, checks, bytes. */
export const filesArea = {
  handlers,
  register: (services) => {
    services.jobs.register("files", 3600, () => sweepFiles(services));
    services.jobs.register("photo-nonces", 3600, () => sweepPhotoNonces(services));
  },
  plugin: async (area, services) => {
    await makeUploadFolders(toUploadFolders(services.settings.dataDir));
    const closing = new AbortController();
    services.jobs.register("scan", 5, () => scanWaiting(services, closing.signal));
    area.addHook("onClose", async () => closing.abort());
    // Its own scope, because tus reads the bodies.
    await area.register(async (app) => {
      app.addHook("onRequest", async (request) => {
        request.session = await authenticate(request, services);
        if (request.method === "POST") await consumeUpload(services, request.session.candidate.id);
      });
      addResumableUploads(app, services);
    });
  },
} satisfies Area;

async function consumeUpload({ rateLimits }: Services, candidateId: string): Promise<void> {
  await rateLimits.consume(`files ${candidateId}`, uploadsMax, uploadsWindowSeconds);
}

async function consumeInspections(services: Services, candidateId: string, address: string): Promise<void> {
  await consumeInspectionForAddress(services, address);
  await consumeInspection(services, candidateId);
}

/** Rejects a file for which the candidate has no room, before its bytes are read. */
async function assertRoomForBody({ db, settings }: Services, candidateId: string, request: FastifyRequest) {
  await assertRoom(db, settings.budgets, candidateId, Number(request.headers["content-length"] ?? 0));
}

/** Rejects a file that is too small for a document before it is inspected (code 115). */
async function assertLargeEnough(file: ReceivedFile): Promise<void> {
  try {
    assertAccepted(file);
  } catch (error) {
    await discard(file.path);
    throw error;
  }
}

/** Checks a resumable upload in place. A repeated request returns the report, which may have a text by now. */
async function detectUpload(
  request: FastifyRequest,
  { services, candidate, messages }: Pick<RequestContext, "services" | "candidate" | "messages">,
) {
  const { body } = request;
  if (!isDetectBody(body)) throw new WalletError("badRequest");
  const { uploadId } = body;
  const row = await getUpload(services, candidate.id, uploadId);
  if (row.report) return toReport(row.report as Finding, uploadId, messages);
  const received = await readUpload(services, row);
  assertAccepted(received);
  const reading = toReadingOptions(services, body, candidate);
  await consumeInspections(services, candidate.id, request.ip);
  const checked = await inspectAndScan(services, received, reading);
  await saveReport(services.db, uploadId, received, checked);
  await queueReading(services, uploadId, received, checked.finding, reading);
  return toReport(checked.finding, uploadId, messages);
}

/** Inspects and scans a document at the same time. */
async function inspectAndScan(
  services: Services,
  received: ReceivedFile,
  reading: ReadingOptions,
): Promise<CheckedUpload> {
  const [finding, scan] = await Promise.all([
    detect(received, reading, services.settings.ocrCacheDir),
    scanNow(services, received.path),
  ]);
  return { finding: scan === "infected" ? infectedFinding : finding, ...(scan && { scan }) };
}

/**
 * Queues OCR for a document without a text layer, on a link of its file, because the upload may be claimed meanwhile. A
 * repeated check then reports the text.
 */
async function queueReading(
  { db, settings }: Services,
  uploadId: string,
  { sha256, contentType }: ReceivedFile,
  { reading, pages = [], pageCount = 1 }: Finding,
  { candidateId, name }: ReadingOptions,
): Promise<void> {
  if (reading?.state !== "waiting") return;
  const places = toUploadFolders(settings.dataDir);
  const path = places.incoming();
  await link(places.upload(uploadId), path);
  queueOcr({
    candidateId,
    path,
    sha256,
    contentType,
    pageCount,
    pages,
    cacheFolder: settings.ocrCacheDir,
    store: (read) =>
      saveText(db, uploadId, {
        reading: read,
        ...(read.lines.length > 0 && { read: readMarks(read.lines.join("\n"), name) }),
      }),
    discard: () => discard(path),
  });
}

interface ReadingOptions {
  candidateId: string;
  /** Whether the field's OCR settings require reading. */
  read: boolean;
  /** The candidate's verified name. */
  name: string | null;
}

function toReadingOptions({ config }: Services, purpose: UploadPurpose, candidate: Candidate): ReadingOptions {
  return { candidateId: candidate.id, read: isFieldOcrRead(config, purpose), name: candidate.provedName };
}

/** Draws our own map, and fetches any other address from an allowed host. */
async function openAddress(
  services: Services,
  url: string,
): Promise<{ stream: Readable; fileName: string; category?: string; isServerMade?: true }> {
  const mapUrl = url.startsWith(`${mapPath}?`)
    ? url
    : url.startsWith(`${services.settings.publicUrl}${mapPath}?`)
      ? url.slice(services.settings.publicUrl.length)
      : undefined;
  if (mapUrl !== undefined)
    return {
      stream: Readable.from([await drawMap(readMapQuery(new URLSearchParams(mapUrl.slice(mapUrl.indexOf("?")))))]),
      fileName: "map.png",
      category: "map",
      isServerMade: true,
    };
  const allowed = getAllowedUrl(url, findLimits(services.config)?.fileHosts ?? []);
  return { stream: await openUrl(allowed), fileName: allowed.pathname.split("/").pop() || "file" };
}
