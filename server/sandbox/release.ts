import type { Static } from "typebox";
import { sandboxEndpoints } from "#engine/contract/sandbox.ts";
import { applyChanges } from "#engine/authoring/release/apply-changes.ts";
import { toIssueLine } from "#server/config/check-schemas.ts";
import { InvalidDefinitions } from "#server/config/reader.ts";
import type { AddSandboxRoutes } from "./sandbox-routes.ts";

/**
 * `POST /sandbox/release`: serves the folder's definitions with changes, as a new release. Without changes it restores
 * the folder's own.
 */
export const releaseRoutes: AddSandboxRoutes = (app, { config }) => {
  const { path, body } = sandboxEndpoints.release;
  app.post<{ Body: Static<typeof body> }>(path, { schema: { body } }, async ({ body: { changes } }, reply) => {
    try {
      await config.preview(undefined);
      if (changes.length > 0) {
        const { sources, issues } = applyChanges(config.current().sources, changes);
        if (issues.length > 0) throw new InvalidDefinitions(issues.map((issue) => ({ ...issue, line: 1, column: 1 })));
        await config.preview(sources);
      }
      return { release: config.current().id };
    } catch (error) {
      if (!(error instanceof InvalidDefinitions)) throw error;
      return reply.code(422).send({ message: error.issues.map(toIssueLine).join("\n") });
    }
  });
};
