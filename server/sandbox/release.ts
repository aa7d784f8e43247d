import type { Static } from "typebox";
import { sandboxCalls } from "#engine/api/sandbox.ts";
import { changeDocuments } from "#engine/release/change-documents.ts";
import { toLine } from "#server/config/check-schemas.ts";
import { BadDocuments } from "#server/config/reader.ts";
import type { Desk } from "./desk.ts";

/** `POST /sandbox/release`: serves the folder's documents with changes, as a release would that comes now; without any, the folder's again. */
export const releaseDesk: Desk = (app, { config }) => {
  const { path, body } = sandboxCalls.release;
  app.post<{ Body: Static<typeof body> }>(path, { schema: { body } }, async ({ body: { changes } }, reply) => {
    try {
      await config.rehearse(undefined);
      if (changes.length > 0) {
        const { sources, issues } = changeDocuments(config.current().sources, changes);
        if (issues.length > 0) throw new BadDocuments(issues.map((issue) => ({ ...issue, line: 1, column: 1 })));
        await config.rehearse(sources);
      }
      return { release: config.current().id };
    } catch (error) {
      if (!(error instanceof BadDocuments)) throw error;
      return reply.code(422).send({ message: error.issues.map(toLine).join("\n") });
    }
  });
};
