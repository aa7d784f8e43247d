import type { Response } from "light-my-request";
import { newId } from "#server/platform/ids.ts";
import type { TestApp } from "../../app.ts";
import { decide, makePayer, type Payer } from "../../checkout/orders/ready-to-pay.ts";
import { holderName, makeHolder } from "../../wallet/holder.ts";
import { makeWallet, type OtherWallet } from "../../wallet/other-wallet.ts";
import { signIn, type Call } from "../prepared-call.ts";

/** A free form. */
export const form = ["harbour", "background-check"] as const;
/** Options for a candidate who has started the form. */
export const inside = { identity: true, process: true } as const;

/** A candidate who has paid: the degree and the twelfth are with the verifier. */
export async function paid(app: TestApp): Promise<Payer & { paymentId: string }> {
  const payer = await makePayer(app);
  const { paymentId } = await payer.open();
  await decide(app, paymentId, { outcome: "success" });
  return { ...payer, paymentId };
}

const holders = new WeakMap<TestApp, ReturnType<typeof makeHolder>>();

/**
 * A new candidate with a copy of an earlier verified degree, because a verification for each would take most of the
 * time.
 */
export async function holderOf(app: TestApp): Promise<{ token: string; degreeId: string }> {
  const holder = holders.get(app) ?? makeHolder(app);
  holders.set(app, holder);
  const { mobile, token } = await signIn(app, { name: holderName, identity: true });
  const { pool, secrets } = app.services;
  const [originalId, degreeId] = [(await holder).degreeId, newId()];
  const { rows } = await pool.query<{ holder_key: string }>(
    `insert into credentials select (jsonb_populate_record(c, jsonb_build_object('id', $2::text, 'candidate_id', n.id))).*
     from credentials c, candidates n where c.id = $1 and n.mobile = $3 returning holder_key`,
    [originalId, degreeId, mobile],
  );
  // A sealed value opens only in its own row.
  const holderKey = secrets.unseal("holder-key", originalId, rows[0]!.holder_key);
  await pool.query("update credentials set holder_key = $2 where id = $1", [
    degreeId,
    secrets.seal("holder-key", degreeId, holderKey),
  ]);
  return { token, degreeId };
}

class Caught extends Error {
  readonly call: Call;

  constructor(call: Call) {
    super("caught");
    this.call = call;
  }
}

/** The first call of another wallet to a path with this prefix. Earlier calls are made, this one is not. */
export async function catchCall(
  app: TestApp,
  path: string,
  run: (wallet: OtherWallet) => Promise<unknown>,
  wallet = makeWallet(catching(app, path)),
): Promise<Call> {
  try {
    await run(await wallet);
  } catch (error) {
    for (let at: unknown = error; at instanceof Error; at = at.cause) if (at instanceof Caught) return at.call;
    throw error;
  }
  throw new Error(`Nothing was sent to ${path}.`);
}

/** The app as a wallet reaches it, except one path. */
export function catching(app: TestApp, path: string): TestApp {
  const inject = (asked: { method: "POST"; url: string; headers: Record<string, string>; payload?: string }) => {
    const { method, url, headers, payload } = asked;
    if (method === "POST" && url.startsWith(path)) throw new Caught({ method, url, headers, raw: payload ?? "" });
    return app.server.inject(asked) as unknown as Promise<Response>;
  };
  return { ...app, server: { inject } as unknown as TestApp["server"] };
}
