import path from "node:path";
import type { FastifyInstance } from "fastify";
import { locate, readDocuments } from "#server/config/read-documents.ts";

/** The documents as they stand in the folder, good or not, and where in a file something stands. */
export function documentRoutes(server: FastifyInstance, schemasDir: string): void {
  server.get("/workbench/api/documents", async () => {
    const { files } = await readDocuments(schemasDir);
    return {
      folder: path.resolve(schemasDir),
      documents: files.flatMap((file) =>
        file.document === undefined ? [] : [{ path: file.path, document: file.document }],
      ),
    };
  });
  server.get<{ Querystring: { path: string; pointer: string } }>(
    "/workbench/api/place",
    {
      schema: {
        querystring: {
          type: "object",
          required: ["path", "pointer"],
          properties: { path: { type: "string", maxLength: 300 }, pointer: { type: "string", maxLength: 1000 } },
        },
      },
    },
    async (request, reply) => {
      const { files } = await readDocuments(schemasDir);
      const file = files.find((one) => one.path === request.query.path);
      return file
        ? locate(file, request.query.pointer)
        : reply.code(404).send({ message: "There is no such document." });
    },
  );
}
