import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { FileStore } from "@tus/file-store";
import { Server, type ServerOptions } from "@tus/server";
import { and, eq, inArray } from "drizzle-orm";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { services as bases } from "#engine/contract/services.ts";
import { notFound, WalletError } from "#server/errors.ts";
import { newId } from "#server/platform/ids.ts";
import type { Platform } from "#server/platform/platform.ts";
import { uploads } from "#server/platform/store/tables/files.ts";
import { maxBytes } from "../limits.ts";
import { cleanName } from "./multipart.ts";
import { discardUpload, toUploadFolders } from "../storage/upload-folders.ts";
import { addUpload } from "./unclaimed.ts";

const path = `${bases.utility}/uploads`;

/**
 * Resumable uploads (tus 1.0.0) below /uploads, each with an owner and an id of ours. The caller has set the request's
 * session before these handlers run.
 */
export function addResumableUploads(app: FastifyInstance, services: Pick<Platform, "db" | "settings">): void {
  const {
    folders: { uploads: directory },
    upload: toFile,
  } = toUploadFolders(services.settings.dataDir);
  /** The authorized upload of a request. tus would parse the id from the address a second time, and differently. */
  const authorized = new WeakMap<IncomingMessage, string>();
  const findAuthorized = (request: Parameters<NonNullable<ServerOptions["getFileIdFromRequest"]>>[0]) =>
    authorized.get(request.runtime?.node?.req as IncomingMessage);
  const tus = new Server({
    path,
    datastore: new FileStore({ directory }),
    maxSize: maxBytes,
    relativeLocation: true,
    respectForwardedHeaders: false,
    disableTerminationForFinishedUploads: true,
    // The row, with its owner, is inserted before tus creates the file.
    namingFunction: (request) => {
      const id = findAuthorized(request);
      if (!id) throw new Error("An upload was begun without its row.");
      return id;
    },
    getFileIdFromRequest: findAuthorized,
    onUploadFinish: async (_request, upload) => {
      await services.db
        .update(uploads)
        .set({ state: "finished", sizeBytes: upload.size ?? null })
        .where(and(eq(uploads.id, upload.id), eq(uploads.state, "receiving")));
      return {};
    },
    // tus answers client errors. Server errors go to the common error handler.
    onResponseError: (_request, error) => {
      if (!("status_code" in error)) throw error;
      if (error.status_code < 500) return undefined;
      throw new WalletError("unavailable", { cause: new Error(error.body) });
    },
  });
  // tus reads the bytes itself.
  app.addContentTypeParser("application/offset+octet-stream", (_request, _payload, done) => done(null));

  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.raw.setHeader("cache-control", "no-store");
    await tus.handle(request.raw, reply.raw);
    reply.hijack();
  };
  app.post(path, async (request, reply) => {
    if (Number(request.headers["upload-length"]) > maxBytes) throw new WalletError("fileTooLarge");
    const id = await insertUpload(services, request.session!.candidate.id, request.headers);
    authorized.set(request.raw, id);
    try {
      await handle(request, reply);
    } finally {
      // The client never learned its id.
      if (reply.raw.statusCode !== 201 && (await deleteUpload(services, id))) await discardUpload(toFile(id));
    }
  });
  for (const method of ["HEAD", "PATCH", "DELETE"] as const) {
    app.route<{ Params: { uploadId: string } }>({
      method,
      url: `${path}/:uploadId`,
      handler: async (request, reply) => {
        const { uploadId } = request.params;
        await assertOwner(services, request.session!.candidate.id, uploadId);
        authorized.set(request.raw, uploadId);
        // Before the response, and the bytes follow in any case: without a row they count for no candidate.
        const deleted = method === "DELETE" && (await deleteUpload(services, uploadId));
        try {
          await handle(request, reply);
        } finally {
          if (deleted) await discardUpload(toFile(uploadId));
        }
      },
    });
  }
}

async function insertUpload(
  services: Pick<Platform, "db" | "settings">,
  candidateId: string,
  headers: IncomingHttpHeaders,
): Promise<string> {
  const id = newId();
  const length = Number(headers["upload-length"]);
  await addUpload(services, {
    id,
    candidateId,
    fileName: readFileName(headers["upload-metadata"]),
    // tus rejects an invalid length.
    sizeBytes: Number.isInteger(length) && length >= 0 ? length : null,
    state: "receiving",
  });
  return id;
}

/** Deletes the row of an incomplete upload. Returns whether it existed. */
async function deleteUpload({ db }: Pick<Platform, "db">, id: string): Promise<boolean> {
  const deleted = await db
    .delete(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.state, "receiving")))
    .returning({ id: uploads.id });
  return deleted.length > 0;
}

async function assertOwner(services: Pick<Platform, "db">, candidateId: string, id: string): Promise<void> {
  const [own] = await services.db
    .select({ id: uploads.id })
    .from(uploads)
    .where(
      and(eq(uploads.id, id), eq(uploads.candidateId, candidateId), inArray(uploads.state, ["receiving", "finished"])),
    );
  if (!own) throw notFound("upload");
}

/** Reads `filename` from the tus metadata: pairs of name and base64. */
function readFileName(metadata: string | string[] | undefined): string {
  const pairs = String(metadata ?? "")
    .split(",")
    .map((pair) => pair.trim().split(" "));
  const encoded = pairs.find(([name]) => name === "filename")?.[1];
  return cleanName(encoded === undefined ? undefined : Buffer.from(encoded, "base64").toString("utf8"));
}
