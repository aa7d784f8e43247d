import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Scene } from "./situations.ts";

/** The parts of a screen definition that the crawl uses. */
export interface ScreenEntry {
  id: string;
  access: string;
  route: string | string[];
  load?: { root: string }[];
  query?: Record<string, { type?: string }>;
  state?: Record<string, { type?: string }>;
}

/** One way to open a screen. */
export interface Address {
  /** How its ids were chosen, for the report. */
  ids: string;
  path: string;
  /** Navigation state, as left by a navigation inside the page. */
  state?: Record<string, unknown>;
  /** Group of similar addresses; a quick look opens the first only. */
  like?: string;
  /** The page with a link to it. A page for visitors sends signed-in candidates back to the previous page, home. */
  from: string;
}

const folder = fileURLToPath(new URL("../../../schemas/screens/wallet", import.meta.url));

/** Every screen definition. */
export const screens: readonly ScreenEntry[] = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => JSON.parse(readFileSync(`${folder}/${name}`, "utf8")) as ScreenEntry);

const transactionRoots = new Set(["transaction", "verification", "submissions", "bill", "payment"]);

/** Returns whether a screen reads the open transaction. Others look the same in each of its states. */
export const isOfTransaction = ({ load = [] }: ScreenEntry): boolean =>
  load.some(({ root }) => transactionRoots.has(root));

type Values = Record<string, string | boolean | undefined>;

/** The scene's own ids, for every name that a screen's address or navigation state declares. */
function toProper({ open, form, orders }: Scene, credentialId: string | undefined): Values {
  const { orgId, formId, txnId } = { ...form, ...open };
  return { orgId, formId, txnId, txId: txnId, order_id: orders["success"], order: orders["success"], credentialId };
}

const invented: Values = {
  orgId: "nobody",
  formId: "no-such-form",
  txnId: "AAAAAAAAAAAAAAAAAAAAAA",
  txId: "AAAAAAAAAAAAAAAAAAAAAA",
  order_id: "AAAAAAAAAAAAAAAAAAAAAA",
  order: "AAAAAAAAAAAAAAAAAAAAAA",
  credentialId: "no-such-credential",
  verificationName: "no-such-verification",
  region: "MOON",
  provider: "no-such-provider",
};

/**
 * Every way to open a screen: with the scene's ids, each flag set, without ids, with another candidate's and with
 * invented ones.
 */
export function listAddresses(screen: ScreenEntry, scene: Scene, known: Known): Address[] {
  const proper = toProper(scene, known.credentialId);
  const { txnId, orderId } = scene.foreign;
  const foreign = { ...proper, txnId, txId: txnId, order_id: orderId, order: orderId };
  const names = screen.state?.["verificationName"] ? known.verifications : [];
  const flags = Object.entries({ ...screen.query, ...screen.state }).filter(
    ([name, { type }]) => type === "boolean" && name !== "isPanel", // no navigation leads to a panel
  );
  const found = [screen.route]
    .flat()
    .flatMap((route): (Address | undefined)[] => [
      at(screen, route, "own ids", proper),
      ...names.map((verificationName) =>
        at(screen, route, verificationName, { ...proper, verificationName }, `${route} of a verification`),
      ),
      ...flags.map(([flag]) => at(screen, route, flag, { ...proper, verificationName: names[0], [flag]: true })),
      ...(screen.query?.["region"] || screen.query?.["order_id"] ? known.bills : []).map(([ids, values]) =>
        at(screen, route, ids, { ...proper, order_id: undefined, order: undefined, ...values }),
      ),
      at(screen, route, "no ids", {}),
      at(screen, route, "somebody else's ids", foreign),
      at(screen, route, "invented ids", { ...proper, ...invented }),
    ]);
  const seen = new Set<string>();
  return found.filter((address): address is Address => {
    const key = address && JSON.stringify([address.path, address.state]);
    return key !== undefined && !seen.has(key) && Boolean(seen.add(key));
  });
}

/** Facts about a scene that only the server knows. */
export interface Known {
  verifications: readonly string[];
  credentialId?: string;
  bills: readonly [string, Values][];
}

/** The address of a route with values; undefined if the path lacks one. */
function at(
  { id, access, route: all, query, state }: ScreenEntry,
  route: string,
  ids: string,
  values: Values,
  like?: string,
): Address | undefined {
  let missing = false;
  const path = route.replace(/\/:(\w+)(\?)?/g, (_, name: string, optional?: string) => {
    const value = values[name];
    if (value === undefined && !optional) missing = true;
    return value === undefined ? "" : `/${String(value)}`;
  });
  if (missing) return undefined;
  const search = new URLSearchParams(
    Object.entries(pick(query, values)).map(([name, value]) => [name, String(value)]),
  ).toString();
  const usr = pick(state, values);
  return {
    // Distinguishes the addresses of a screen with several.
    ids: Array.isArray(all) ? `${route} ${ids}` : ids,
    path: search ? `${path}?${search}` : path,
    ...(like !== undefined && { like }),
    from: access === "signedOut" ? "/" : id === "terms" ? "/privacy-policy" : "/terms",
    ...(Object.keys(usr).length > 0 && { state: usr }),
  };
}

const pick = (declared: object | undefined, values: Values): Values =>
  Object.fromEntries(
    Object.keys(declared ?? {}).flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
