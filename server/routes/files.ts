import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { Ajv } from "ajv";
import type { FastifyRequest } from "fastify";
import { getContract } from "#engine/api/contracts.ts";
import { services as bases } from "#engine/api/services.ts";
import { notFound, WalletError } from "../errors.ts";
import { detect } from "../files/detect.ts";
import { fetchMaxBytes, getAllowedUrl, openUrl } from "../files/from-url.ts";
import { readMultipart } from "../files/multipart.ts";
import { discard, filePlaces, makePlaces } from "../files/places.ts";
import { assertTaken, readContentType, receive, type ReceivedFile } from "../files/receive.ts";
import { addResumableUploads } from "../files/resumable.ts";
import { claimUpload, findFile, keepChecked, readUpload, storeReceived } from "../files/stored-files.ts";
import { saveReport } from "../files/reports.ts";
import { sweepFiles } from "../files/sweep.ts";
import type { Handlers, RequestContext } from "../operations.ts";
import { drawMap, readMapQuery } from "../places/static-map.ts";
import type { Services } from "../services.ts";
import type { Area } from "./area.ts";

/** What one candidate may send in ten minutes: a disk must not be filled by one of them. */
const sendsMax = 300;
const sendsWindowSeconds = 600;
const mapPath = `${bases.utility}/static-map`;
const ajv = new Ajv({ allErrors: true });
const isUploadBody = ajv.compile<{ uploadId: string }>(getContract("files.upload").body!);
const isDetectBody = ajv.compile<{ uploadId: string; verificationName?: string; fieldName?: string }>(getContract("files.detect").body!);

const handlers = {
  "files.upload": async ({ query }, { services, candidate, request, reply }) => {
    await takeSend(services, candidate.id);
    const labels = { category: query.fileCategory, folder: query.folderName };
    if (request.isMultipart()) {
      const file = await readMultipart(request, reply, filePlaces(services.settings.dataDir).incoming());
      return storeReceived(services, candidate.id, file, { ...labels, fileName: file.fileName });
    }
    const { body } = request;
    if (!isUploadBody(body)) throw new WalletError("badRequest");
    return claimUpload(services, candidate.id, body.uploadId, labels);
  },
  "files.get": async ({ params }, { services, candidate, reply }) => {
    const row = await findFile(services, candidate.id, params.id);
    if (!row) throw notFound("File");
    const path = filePlaces(services.settings.dataDir).stored(row.id);
    const size = await stat(path).then((found) => found.size, () => undefined);
    if (size === undefined) throw notFound("File");
    void reply
      .type(row.contentType)
      .header("content-length", size)
      .header("content-disposition", toDisposition(row.fileName))
      .header("x-content-type-options", "nosniff")
      .header("cache-control", "no-store")
      .header("content-security-policy", "sandbox; default-src 'none'");
    return createReadStream(path);
  },
  "files.from-url": async ({ body }, { services, candidate }) => {
    await takeSend(services, candidate.id);
    const path = filePlaces(services.settings.dataDir).incoming();
    const { stream, fileName, category } = await openSource(services, body.url);
    const received = { path, ...(await receive(stream, path, fetchMaxBytes)) };
    const stored = await storeReceived(services, candidate.id, { ...received, contentType: await readContentType(path) }, { fileName, category, folder: body.folderName });
    return { fileUrl: stored.fileUrl };
  },
  "files.detect": async (_input, { services, candidate, request, reply }) => {
    await takeSend(services, candidate.id);
    if (!request.isMultipart()) return detectUpload(request, { services, candidate });
    const file = await readMultipart(request, reply, filePlaces(services.settings.dataDir).incoming(), ["verificationName", "fieldName"]);
    await assertPaper(file);
    const toReport = await detect(services, file, file.fields, candidate.provedName);
    return keepChecked(services, candidate.id, file, file.fileName, toReport);
  },
} satisfies Handlers;

/** Files of a candidate: uploads, checks, bytes (spec §7 Files). */
export const filesArea = {
  handlers,
  prepare: (services) => services.jobs.register("files", 3600, () => sweepFiles(services)),
  plugin: async (area, services) => {
    await makePlaces(filePlaces(services.settings.dataDir));
    // A scope of its own: its bodies are read by nobody but tus.
    await area.register(async (app) => addResumableUploads(app, services));
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

/** A resumable upload is looked into where it lies. */
async function detectUpload({ body }: FastifyRequest, { services, candidate }: Pick<RequestContext, "services" | "candidate">) {
  if (!isDetectBody(body)) throw new WalletError("badRequest");
  const { received } = await readUpload(services, candidate.id, body.uploadId);
  assertTaken(received);
  const report = (await detect(services, received, body, candidate.provedName))(body.uploadId);
  await saveReport(services.db, body.uploadId, received, report);
  return report;
}

/** Our own map is drawn, not fetched; anything else is fetched from an allowed host. */
async function openSource(services: Services, url: string): Promise<{ stream: Readable; fileName: string; category?: string }> {
  const own = url.startsWith(`${mapPath}?`) ? url : url.startsWith(`${services.settings.publicUrl}${mapPath}?`) ? url.slice(services.settings.publicUrl.length) : undefined;
  if (own !== undefined) return { stream: Readable.from([await drawMap(readMapQuery(new URLSearchParams(own.slice(own.indexOf("?")))))]), fileName: "map.png", category: "map" };
  const release = services.config.current();
  const limits = release.organisations.get(release.defaultOrgId)?.get("limits", "limits") as { limits?: Record<string, unknown> } | undefined;
  const hosts = limits?.limits?.fileHosts;
  const allowed = getAllowedUrl(url, Array.isArray(hosts) ? hosts.map(String) : []);
  return { stream: await openUrl(allowed), fileName: allowed.pathname.split("/").pop() || "file" };
}

/** The name the candidate gave, also where it is not ASCII (RFC 6266). */
function toDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
