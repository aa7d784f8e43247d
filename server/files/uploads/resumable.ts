import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { FileStore } from "@tus/file-store";
import { Server, type ServerOptions } from "@tus/server";
import { and, eq, inArray } from "drizzle-orm";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { services as bases } from "#engine/api/services.ts";
import { notFound, WalletError } from "#server/errors.ts";
import { newId } from "#server/platform/ids.ts";
import type { Platform } from "#server/platform/platform.ts";
import { uploads } from "#server/platform/store/tables/files.ts";
import { maxBytes } from "../limits.ts";
import { cleanName } from "./multipart.ts";
import { discardUpload, filePlaces } from "../storage/places.ts";
import { addUpload } from "./unclaimed.ts";

const path = `${bases.utility}/uploads`;

/**
 * Resumable uploads (tus 1.0.0) below /uploads: an owner, and our own ids as the only names. The caller has put the
 * session on each request before these handlers run.
 */
export function addResumableUploads(app: FastifyInstance, services: Pick<Platform, "db" | "settings">): void {
  const {
    folders: { uploads: directory },
    upload: toFile,
  } = filePlaces(services.settings.dataDir);
  /** Which upload a request is about, as it was judged here: tus would read its id from the address once more, and otherwise. */
  const judged = new WeakMap<IncomingMessage, string>();
  const findJudged = (request: Parameters<NonNullable<ServerOptions["getFileIdFromRequest"]>>[0]) =>
    judged.get(request.runtime?.node?.req as IncomingMessage);
  const tus = new Server({
    path,
    datastore: new FileStore({ directory }),
    maxSize: maxBytes,
    relativeLocation: true,
    respectForwardedHeaders: false,
    disableTerminationForFinishedUploads: true,
    // The row was written, with its owner, before tus makes the file.
    namingFunction: (request) => {
      const id = findJudged(request);
      if (!id) throw new Error("An upload was begun without its row.");
      return id;
    },
    getFileIdFromRequest: findJudged,
    onUploadFinish: async (_request, upload) => {
      await services.db
        .update(uploads)
        .set({ state: "finished", sizeBytes: upload.size ?? null })
        .where(and(eq(uploads.id, upload.id), eq(uploads.state, "growing")));
      return {};
    },
    // What went wrong on our side is told as everywhere; only what a client did wrong is told by tus.
    onResponseError: (_request, error) => {
      if (!("status_code" in error)) throw error;
      if (error.status_code < 500) return undefined;
      throw new WalletError("unavailable", { cause: new Error(error.body) });
    },
  });
  // tus reads the bytes itself.
  app.addContentTypeParser("application/offset+octet-stream", (_request, _payload, done) => done(null));

  const pass = async (request: FastifyRequest, reply: FastifyReply) => {
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.raw.setHeader("cache-control", "no-store");
    await tus.handle(request.raw, reply.raw);
    reply.hijack();
  };
  app.post(path, async (request, reply) => {
    if (Number(request.headers["upload-length"]) > maxBytes) throw new WalletError("fileTooLarge");
    const id = await begin(services, request.session!.candidate.id, request.headers);
    judged.set(request.raw, id);
    try {
      await pass(request, reply);
    } finally {
      // Nobody knows its id.
      if (reply.raw.statusCode !== 201 && (await drop(services, id))) await discardUpload(toFile(id));
    }
  });
  for (const method of ["HEAD", "PATCH", "DELETE"] as const) {
    app.route<{ Params: { uploadId: string } }>({
      method,
      url: `${path}/:uploadId`,
      handler: async (request, reply) => {
        const { uploadId } = request.params;
        await assertOwner(services, request.session!.candidate.id, uploadId);
        judged.set(request.raw, uploadId);
        // Before it is answered, and its bytes go with it whatever tus answers: without a row they count for nobody.
        const dropped = method === "DELETE" && (await drop(services, uploadId));
        try {
          await pass(request, reply);
        } finally {
          if (dropped) await discardUpload(toFile(uploadId));
        }
      },
    });
  }
}

async function begin(
  services: Pick<Platform, "db">,
  candidateId: string,
  headers: IncomingHttpHeaders,
): Promise<string> {
  const id = newId();
  const length = Number(headers["upload-length"]);
  await addUpload(services.db, {
    id,
    candidateId,
    fileName: readFileName(headers["upload-metadata"]),
    // What is no length is refused by tus.
    sizeBytes: Number.isInteger(length) && length >= 0 ? length : null,
    state: "growing",
  });
  return id;
}

/** Takes away the row of an upload that is not whole; → whether there was one. */
async function drop({ db }: Pick<Platform, "db">, id: string): Promise<boolean> {
  const dropped = await db
    .delete(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.state, "growing")))
    .returning({ id: uploads.id });
  return dropped.length > 0;
}

async function assertOwner(services: Pick<Platform, "db">, candidateId: string, id: string): Promise<void> {
  const [own] = await services.db
    .select({ id: uploads.id })
    .from(uploads)
    .where(
      and(eq(uploads.id, id), eq(uploads.candidateId, candidateId), inArray(uploads.state, ["growing", "finished"])),
    );
  if (!own) throw notFound("upload");
}

/** `filename` of the tus metadata: pairs of name and base64. */
function readFileName(metadata: string | string[] | undefined): string {
  const pairs = String(metadata ?? "")
    .split(",")
    .map((pair) => pair.trim().split(" "));
  const encoded = pairs.find(([name]) => name === "filename")?.[1];
  return cleanName(encoded === undefined ? undefined : Buffer.from(encoded, "base64").toString("utf8"));
}
