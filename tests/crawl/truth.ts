import { getOperation, type OperationId } from "#engine/api/operations.ts";
import type { State } from "#engine/api/states.ts";
import { signInAgain } from "../pictures/scene.ts";
import { Wire } from "../replay/wire.ts";
import type { Scene } from "./situations.ts";

/** A row of the candidate's transactions, as far as the crawl asks. */
interface Row {
  txnId: string;
  orgId: string;
  state: State;
}

/** The open transaction, as far as the crawl asks. */
export interface OpenTransaction {
  state: State;
  verificationList: Record<
    string,
    { name: string; state: State; proceeded: boolean; markedAsSkip: boolean; insufficiency?: object }
  >;
  filtered: { remaining: unknown[]; done: unknown[] };
  nameChangeRequest?: { requested: boolean };
}

/** What the server says to the candidate, asked for beside the page. */
export interface Truth {
  signedIn: boolean;
  transactions: readonly Row[];
  notices: number;
  credentials: readonly { id: string }[];
  orders: readonly { paymentId: string; currentStatus: string }[];
  /** The open transaction; absent when none is. */
  open?: OpenTransaction;
  name: string;
}

/** Asks the server with a session of its own. */
export async function askTruth(baseUrl: string, { mobile, open }: Scene): Promise<Truth> {
  const nothing = { transactions: [], notices: 0, credentials: [], orders: [], name: "" };
  if (mobile === undefined) return { signedIn: false, ...nothing };
  const wire = new Wire(baseUrl);
  const { accessToken: bearer } = await signInAgain(baseUrl, mobile);
  const ask = async <T>(id: OperationId, args: Record<string, unknown> = {}): Promise<T | undefined> => {
    getOperation(id);
    const { status, data } = await wire.call(id, args, { bearer, context: open ?? {} });
    return status === 200 ? (data as T) : undefined;
  };
  const list = async <T>(id: OperationId, args: Record<string, unknown> = {}): Promise<T[]> =>
    (await ask<{ list: T[] }>(id, { count: "100", ...args }))?.list ?? [];
  const profile = await ask<{ profileDetails?: { name?: string } }>("profile.get");
  const notices = await ask<{ total: number }>("notifications.list", { count: "1" });
  return {
    signedIn: true,
    transactions: await list<Row>("transactions.list"),
    notices: notices?.total ?? 0,
    credentials: await list<{ id: string }>("credentials.list"),
    orders: (await list<{ paymentList: Truth["orders"] }>("payments.history", {})).flatMap(
      ({ paymentList }) => paymentList,
    ),
    name: profile?.profileDetails?.name ?? "",
    ...(open && { open: await ask<OpenTransaction>("transactions.info") }),
  };
}
