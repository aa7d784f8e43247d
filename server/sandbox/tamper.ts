import { eq } from "drizzle-orm";
import type { Static } from "typebox";
import { sandboxEndpoints } from "#engine/contract/sandbox.ts";
import { notFound } from "#server/errors.ts";
import { transact } from "#server/platform/store/database.ts";
import { credentials } from "#server/platform/store/tables/transactions.ts";
import type { AddSandboxRoutes } from "./sandbox-routes.ts";

/** The first letter of the signature, after header and payload. */
const signatureStart = /^([^.]+[.][^.]+[.])(.)/;

/** `POST /sandbox/tamper`: breaks the signature of a stored credential. */
export const tamperRoutes: AddSandboxRoutes = (app, { db }) => {
  const { path, body } = sandboxEndpoints.tamper;
  app.post<{ Body: Static<typeof body> }>(path, { schema: { body } }, async ({ body: { credentialId } }) =>
    transact(db, async (tx) => {
      const byId = eq(credentials.id, credentialId);
      const [stored] = await tx.select({ token: credentials.token }).from(credentials).where(byId).for("update");
      if (!stored) throw notFound("credential");
      const token = stored.token.replace(signatureStart, (_all, signed: string, letter: string) =>
        signed.concat(letter === "A" ? "B" : "A"),
      );
      await tx.update(credentials).set({ token }).where(byId);
      return {};
    }),
  );
};
