import path from "node:path";
import type { FastifyInstance } from "fastify";
import { locate, readDefinitions } from "#server/config/read-definitions.ts";

/** The folder's definitions, valid or not, and the line of a pointer in a file. */
export function definitionRoutes(server: FastifyInstance, schemasDir: string): void {
  server.get("/workbench/api/definitions", async () => {
    const { files } = await readDefinitions(schemasDir);
    return {
      folder: path.resolve(schemasDir),
      definitions: files.flatMap((file) =>
        file.document === undefined ? [] : [{ path: file.path, document: file.document }],
      ),
    };
  });
  server.get<{ Querystring: { path: string; pointer: string } }>(
    "/workbench/api/location",
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
      const { files } = await readDefinitions(schemasDir);
      const file = files.find((one) => one.path === request.query.path);
      return file ? locate(file, request.query.pointer) : reply.code(404).send({ message: "There is no such file." });
    },
  );
}
