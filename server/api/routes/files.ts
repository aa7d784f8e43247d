import { link } from "node:fs/promises";
import { Readable } from "node:stream";
import { Ajv } from "ajv";
import type { FastifyRequest } from "fastify";
import { getContract } from "#engine/api/contracts.ts";
import { services as bases } from "#engine/api/services.ts";
import { notFound, says, WalletError } from "#server/errors.ts";
import { detect, readMarks, toReport, type Finding } from "#server/files/detection/detect.ts";
import { readLater } from "#server/files/detection/read-later.ts";
import { findLimits } from "#server/config/limits.ts";
import { fetchMaxBytes, getAllowedUrl, openUrl } from "#server/files/uploads/from-url.ts";
import { drawPhotoNonce, sweepPhotoNonces } from "#server/files/uploads/photo-nonce.ts";
import { readMultipart } from "#server/files/uploads/multipart.ts";
import { discard, filePlaces, makePlaces } from "#server/files/storage/places.ts";
import { assertTaken, readContentType, receive, type ReceivedFile } from "#server/files/uploads/receive.ts";
import { addResumableUploads } from "#server/files/uploads/resumable.ts";
import {
  claimUpload,
  findFile,
  getUpload,
  keepChecked,
  readUpload,
  storeReceived,
  toUploadedFile,
} from "#server/files/storage/stored-files.ts";
import { findReading, nobodyReads, saveReading, saveReport, type Looked } from "#server/files/storage/reports.ts";
import { infectedFinding, scanNow } from "#server/files/scanning/scan-now.ts";
import { scanWaiting } from "#server/files/scanning/scan-waiting.ts";
import { findUnclean } from "#server/files/scanning/unclean.ts";
import { sweepFiles } from "#server/files/storage/sweep.ts";
import type { Handlers, RequestContext } from "../operations.ts";
import { drawMap, readMapQuery } from "#server/reference/places/static-map.ts";
import type { Services } from "#server/services.ts";
import { isPaperRead, type PaperPurpose } from "#server/wallet/submissions/read-papers.ts";
import { getTransaction } from "#server/wallet/transactions/rows.ts";
import { authenticate } from "../authenticate.ts";
import type { Area } from "./area.ts";

/** What one candidate may send in ten minutes: a disk must not be filled by one of them. */
const sendsMax = 300;
const sendsWindowSeconds = 600;
/** What comes with the nonce of a photo is one, whatever it is called. */
const photoCategory = "photo";
const mapPath = `${bases.utility}/static-map`;
const ajv = new Ajv({ allErrors: true });
const isUploadBody = ajv.compile<{ uploadId: string }>(getContract("files.upload").body!);
const isDetectBody = ajv.compile<{ uploadId: string; verificationName?: string; fieldName?: string }>(
  getContract("files.detect").body!,
);

const handlers = {
  "files.upload": async ({ query }, { services, candidate, request }) => {
    await takeSend(services, candidate.id);
    const { photoNonce } = query;
    const category = photoNonce === undefined ? query.fileCategory : photoCategory;
    const labels = { category, folder: query.folderName, ...(photoNonce !== undefined && { photoNonce }) };
    if (request.isMultipart()) {
      const file = await readMultipart(request, filePlaces(services.settings.dataDir).incoming());
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
  "files.get": async ({ params }, { services, candidate, request, reply }) => {
    const row = await findFile(services, candidate.id, params.id);
    if (!row) throw notFound("file");
    const unclean = findUnclean(row.scan);
    if (unclean) throw new WalletError(unclean === "file-waiting" ? "stateConflict" : "notFound", says(unclean));
    const { storage } = services.ports;
    // Who asks for the head alone does not have the bytes fetched.
    const isHead = request.method === "HEAD";
    const found = isHead ? undefined : await storage.open(row.id);
    const size = isHead ? await storage.findSize(row.id) : found?.sizeBytes;
    if (size === undefined) throw notFound("file");
    void reply
      .type(row.contentType)
      .header("content-length", size)
      .header("content-disposition", toDisposition(row.fileName))
      .header("x-content-type-options", "nosniff")
      .header("cache-control", "no-store")
      .header("content-security-policy", "sandbox; default-src 'none'");
    return found?.bytes ?? Readable.from([]);
  },
  "files.scan": async ({ params }, { services, candidate, words }) => {
    const row = await findFile(services, candidate.id, params.id);
    if (!row) throw notFound("file");
    return {
      ...toUploadedFile(row),
      ...(row.scan === "infected" && { reason: words.refusal(says("file-virus")).message }),
    };
  },
  "files.reading": async ({ params }, { services, candidate }) => {
    const reading = await findReading(services.db, candidate.id, params.id);
    if (!reading && !(await findFile(services, candidate.id, params.id))) throw notFound("file");
    return reading ?? nobodyReads;
  },
  "files.from-url": async ({ body }, { services, candidate }) => {
    await takeSend(services, candidate.id);
    const path = filePlaces(services.settings.dataDir).incoming();
    const { stream, ...labels } = await openSource(services, body.url);
    const received = { path, ...(await receive(stream, path, fetchMaxBytes)) };
    const stored = await storeReceived(
      services,
      candidate.id,
      { ...received, contentType: await readContentType(path) },
      { ...labels, folder: body.folderName },
    );
    return { fileUrl: stored.fileUrl };
  },
  "files.detect": async (_input, { services, candidate, request, words }) => {
    await takeSend(services, candidate.id);
    if (!request.isMultipart()) return detectUpload(request, { services, candidate, words });
    const file = await readMultipart(request, filePlaces(services.settings.dataDir).incoming(), [
      "verificationName",
      "fieldName",
    ]);
    await assertPaper(file);
    const reading = toReading(services, file.fields, candidate.provedName);
    const looked = await lookInto(services, file, reading);
    const uploadId = await keepChecked(services, candidate.id, file, file.fileName, looked);
    await readAfterwards(services, uploadId, file, looked.finding, reading);
    return toReport(looked.finding, uploadId, words);
  },
} satisfies Handlers;

/** Files of a candidate: uploads, checks, bytes. */
export const filesArea = {
  handlers,
  prepare: (services) => {
    services.jobs.register("files", 3600, () => sweepFiles(services));
    services.jobs.register("photo-nonces", 3600, () => sweepPhotoNonces(services));
  },
  plugin: async (area, services) => {
    await makePlaces(filePlaces(services.settings.dataDir));
    const closing = new AbortController();
    services.jobs.register("scan", 5, () => scanWaiting(services, closing.signal));
    area.addHook("onClose", async () => closing.abort());
    // A scope of its own: its bodies are read by nobody but tus.
    await area.register(async (app) => {
      app.addHook("onRequest", async (request) => {
        request.session = await authenticate(request, services);
        if (request.method === "POST") await takeSend(services, request.session.candidate.id);
      });
      addResumableUploads(app, services);
    });
  },
} satisfies Area;

async function takeSend({ limits }: Services, candidateId: string): Promise<void> {
  await limits.take(`files ${candidateId}`, sendsMax, sendsWindowSeconds);
}

/** What is too small for a paper is refused before anybody looks into it (code 115). */
async function assertPaper(file: ReceivedFile): Promise<void> {
  try {
    assertTaken(file);
  } catch (error) {
    await discard(file.path);
    throw error;
  }
}

/** A resumable upload is looked into where it lies; one that was looked into is not again, and may have been read meanwhile. */
async function detectUpload(
  { body }: FastifyRequest,
  { services, candidate, words }: Pick<RequestContext, "services" | "candidate" | "words">,
) {
  if (!isDetectBody(body)) throw new WalletError("badRequest");
  const { uploadId } = body;
  const row = await getUpload(services, candidate.id, uploadId);
  if (row.report) return toReport(row.report as Finding, uploadId, words);
  const received = await readUpload(services, row);
  assertTaken(received);
  const reading = toReading(services, body, candidate.provedName);
  const looked = await lookInto(services, received, reading);
  await saveReport(services.db, uploadId, received, looked);
  await readAfterwards(services, uploadId, received, looked.finding, reading);
  return toReport(looked.finding, uploadId, words);
}

/** Looks into a paper and has it scanned, both at once. */
async function lookInto(
  services: Services,
  received: ReceivedFile,
  reading: { read: boolean; name: string | null },
): Promise<Looked> {
  const [finding, scan] = await Promise.all([
    detect(received, reading, services.settings.readingsDir),
    scanNow(services, received.path),
  ]);
  return { finding: scan === "infected" ? infectedFinding : finding, ...(scan && { scan }) };
}

/**
 * A paper that does not carry its words itself is read when the answer is out, from a file of its own: the upload may be
 * claimed meanwhile. Asked for once more, its report says what was found.
 */
async function readAfterwards(
  { db, settings }: Services,
  uploadId: string,
  { sha256, contentType }: ReceivedFile,
  { reading, pages = [], pageCount = 1 }: Finding,
  { name }: { name: string | null },
): Promise<void> {
  if (reading?.state !== "waiting") return;
  const places = filePlaces(settings.dataDir);
  const path = places.incoming();
  await link(places.upload(uploadId), path);
  readLater({
    path,
    sha256,
    contentType,
    pageCount,
    pages,
    shelf: settings.readingsDir,
    keep: (read) =>
      saveReading(db, uploadId, {
        reading: read,
        ...(read.lines.length > 0 && { read: readMarks(read.lines.join("\n"), name) }),
      }),
    end: () => discard(path),
  });
}

/** How a paper is looked into: it is read where its field says what it shows, and the candidate's proved name looked for. */
function toReading({ config }: Services, purpose: PaperPurpose, name: string | null) {
  return { read: isPaperRead(config, purpose), name };
}

/** Our own map is drawn, not fetched; anything else is fetched from an allowed host. */
async function openSource(
  services: Services,
  url: string,
): Promise<{ stream: Readable; fileName: string; category?: string; isOurs?: true }> {
  const own = url.startsWith(`${mapPath}?`)
    ? url
    : url.startsWith(`${services.settings.publicUrl}${mapPath}?`)
      ? url.slice(services.settings.publicUrl.length)
      : undefined;
  if (own !== undefined)
    return {
      stream: Readable.from([await drawMap(readMapQuery(new URLSearchParams(own.slice(own.indexOf("?")))))]),
      fileName: "map.png",
      category: "map",
      isOurs: true,
    };
  const allowed = getAllowedUrl(url, findLimits(services.config)?.fileHosts ?? []);
  return { stream: await openUrl(allowed), fileName: allowed.pathname.split("/").pop() || "file" };
}

/** The name the candidate gave, also where it is not ASCII (RFC 6266). */
function toDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
