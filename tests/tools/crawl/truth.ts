import type { OperationId } from "#engine/contract/operations.ts";
import type { RequestContext } from "#engine/contract/request.ts";
import type { State } from "#engine/core/definitions/states.ts";
import { signInAgain } from "../screenshots/scene.ts";
import { ApiClient } from "../replay/api-client.ts";
import type { Scene } from "./situations.ts";

/** The used part of a candidate's transaction. */
interface Row {
  state: State;
}

/** The used part of the open transaction. */
export interface OpenTransaction {
  state: State;
  verificationList: Record<string, { state: State; markedAsSkip: boolean }>;
  filtered: { remaining: unknown[] };
}

/** The server's facts about the candidate, requested beside the page. */
export interface Truth {
  transactions: readonly Row[];
  notices: number;
  credentials: readonly { id: string }[];
  /** Number of orders. */
  orders: number;
  /** The open transaction, if there is one. */
  open?: OpenTransaction;
  name: string;
}

/** Requests facts with its own session and caches those about a transaction. */
export class Witness {
  private readonly api: ApiClient;
  private bearer = "";
  private readonly opened = new Map<string, OpenTransaction | undefined>();
  private facts: Omit<Truth, "open"> = {
    transactions: [],
    notices: 0,
    credentials: [],
    orders: 0,
    name: "",
  };

  private constructor(
    private readonly baseUrl: string,
    private readonly mobile: string | undefined,
  ) {
    this.api = new ApiClient(baseUrl);
  }

  static async of(baseUrl: string, { mobile }: Scene): Promise<Witness> {
    const witness = new Witness(baseUrl, mobile);
    await witness.refresh();
    return witness;
  }

  /** Requests the facts again after a change. */
  async refresh(): Promise<void> {
    this.opened.clear();
    if (this.mobile === undefined) return;
    this.bearer = (await signInAgain(this.baseUrl, this.mobile)).accessToken;
    const profile = await this.ask<{ profileDetails?: { name?: string } }>("profile.get");
    const notices = await this.ask<{ total: number }>("notifications.list", { count: "1" });
    this.facts = {
      transactions: await this.list<Row>("transactions.list"),
      notices: notices?.total ?? 0,
      credentials: await this.list<{ id: string }>("credentials.list"),
      orders: (await this.list<{ paymentList: unknown[] }>("payments.history")).flatMap(
        ({ paymentList }) => paymentList,
      ).length,
      name: profile?.profileDetails?.name ?? "",
    };
  }

  /** The facts while this transaction is open. */
  async tell(open: RequestContext): Promise<Truth> {
    const { txnId } = open;
    if (txnId === undefined || this.mobile === undefined) return this.facts;
    if (!this.opened.has(txnId)) this.opened.set(txnId, await this.ask<OpenTransaction>("transactions.info", {}, open));
    const transaction = this.opened.get(txnId);
    return { ...this.facts, ...(transaction && { open: transaction }) };
  }

  private async ask<T>(
    id: OperationId,
    args: Record<string, unknown> = {},
    context: RequestContext = {},
  ): Promise<T | undefined> {
    const { status, data } = await this.api.call(id, args, { bearer: this.bearer, context });
    return status === 200 ? (data as T) : undefined;
  }

  private async list<T>(id: OperationId): Promise<T[]> {
    return (await this.ask<{ list: T[] }>(id, { count: "100" }))?.list ?? [];
  }
}
