import { randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import { deliveries } from "#server/platform/store/tables/deliveries.ts";
import type { Services } from "#server/services.ts";

/** What opens the page of a delivery by email: the secret of its link, and the code that is sent apart. */
export interface Access {
  secret: string;
  code: string;
}

type Row = Pick<typeof deliveries.$inferSelect, "id" | "sealedAccess">;

const codeDigits = 8;
const pagePath = "/deliveries/open";

/** The access of this round, the same for every attempt. Only the server that leases the delivery makes it. */
export async function provideAccess({ db, secrets }: Pick<Services, "db" | "secrets">, row: Row): Promise<Access> {
  const known = findAccess(secrets, row);
  if (known) return known;
  const access = {
    secret: randomBytes(24).toString("base64url"),
    code: String(randomInt(10 ** codeDigits)).padStart(codeDigits, "0"),
  };
  const sealedAccess = secrets.seal("delivery-access", row.id, access);
  await db.update(deliveries).set({ sealedAccess }).where(eq(deliveries.id, row.id));
  return access;
}

/** The access of this round; undefined before its first mail. */
export const findAccess = (secrets: Services["secrets"], { id, sealedAccess }: Row): Access | undefined =>
  sealedAccess === null ? undefined : secrets.unseal<Access>("delivery-access", id, sealedAccess);

/** The address of the page. */
export const toPageAddress = (publicUrl: string, id: string, { secret }: Access): string =>
  `${publicUrl}${pagePath}/${id}.${secret}`;

/** The parts of a link: the delivery, and the secret as it was given. */
export function readLink(link: string): { id: string; secret: string } {
  const [id = "", secret = ""] = link.split(".");
  return { id, secret };
}

/** Returns whether two texts are equal, in constant time. */
export function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
