import { eq } from "drizzle-orm";
import type { Static } from "typebox";
import { sandboxCalls } from "#engine/api/sandbox.ts";
import { notFound } from "#server/errors.ts";
import { transact } from "#server/platform/store/database.ts";
import { credentials } from "#server/platform/store/tables/transactions.ts";
import type { Desk } from "./desk.ts";

/** The first letter of the signature, behind header and payload. */
const signatureStart = /^([^.]+[.][^.]+[.])(.)/;

/** `POST /sandbox/spoil`: what is kept of a credential is not what was signed any more, as when somebody has been at it. */
export const spoilDesk: Desk = (app, { db }) => {
  const { path, body } = sandboxCalls.spoil;
  app.post<{ Body: Static<typeof body> }>(path, { schema: { body } }, async ({ body: { credentialId } }) =>
    transact(db, async (tx) => {
      const isIt = eq(credentials.id, credentialId);
      const [kept] = await tx.select({ token: credentials.token }).from(credentials).where(isIt).for("update");
      if (!kept) throw notFound("credential");
      const token = kept.token.replace(signatureStart, (_all, signed: string, letter: string) =>
        signed.concat(letter === "A" ? "B" : "A"),
      );
      await tx.update(credentials).set({ token }).where(isIt);
      return {};
    }),
  );
};
