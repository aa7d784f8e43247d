import { and, eq, isNull } from "drizzle-orm";
import type { JWK } from "jose";
import { holderClaim } from "#engine/contract/claim-names.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { credentials } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { toDisclosed } from "./claims.ts";
import { findPublicKey, toPrivateKey } from "./issuer-keys.ts";
import { presentCredential, verifyCredential } from "./sd-jwt.ts";

/** A valid credential of a transaction with all its claims, signed by the holder's key for one receiver. */
export interface WholeCredential {
  id: string;
  subType: string;
  type: string;
  vct: string;
  /** SD-JWT VC with key binding (RFC 9901). */
  presentation: string;
}

/** The valid credentials of a transaction, each presented whole for `aud`; `nonce` names the occasion. */
export async function presentWhole(
  { db, secrets }: { db: Queryable } & Pick<Services, "secrets">,
  transactionId: string,
  { aud, nonce, now }: { aud: string; nonce: string; now: Date },
): Promise<WholeCredential[]> {
  const rows = await db
    .select()
    .from(credentials)
    .where(and(eq(credentials.transactionId, transactionId), isNull(credentials.revokedAt)))
    .orderBy(credentials.subType);
  const presented: WholeCredential[] = [];
  for (const { id, subType, credentialType: type, vct, token, holderKey, attributes } of rows) {
    // One in the former format has neither a type address nor a holder's key.
    if (vct === null || holderKey === null) continue;
    const { payload } = await verifyCredential(token, (kid) => findPublicKey(db, kid), now);
    const disclosed = toDisclosed(payload, [holderClaim, ...Object.keys(attributes)]);
    const key = toPrivateKey(secrets.unseal<JWK>("holder-key", id, holderKey));
    presented.push({
      id,
      subType,
      type,
      vct,
      presentation: await presentCredential(token, disclosed, key, { aud, nonce, now }),
    });
  }
  return presented;
}
