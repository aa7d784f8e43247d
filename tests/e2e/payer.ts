import type { Page } from "playwright/test";
import type { PaymentHistoryItem } from "#engine/core/scope/shapes/payment-info.ts";
import { ApiClient } from "../tools/replay/api-client.ts";
import type { Tokens } from "./candidate.ts";

interface FixtureCandidates {
  candidates: { asha: Omit<Tokens, "refreshTokenExpiresIn">; other: Omit<Tokens, "refreshTokenExpiresIn"> };
  transactions: { READY_TO_SUBMIT: { orgId: string; formId: string; txnId: string } };
}

/** A candidate with a complete, unpaid form, and what the provider and the server know of the payment. */
export class Payer {
  private constructor(
    readonly api: ApiClient,
    readonly tokens: Tokens,
    readonly stranger: Tokens,
    readonly transaction: { orgId: string; formId: string; txnId: string },
  ) {}

  static async make(baseUrl: string): Promise<Payer> {
    const api = new ApiClient(baseUrl);
    const { candidates, transactions } = await api.sandbox<FixtureCandidates>("POST", "fixture", {
      name: "ready-to-pay",
    });
    const whole = (one: FixtureCandidates["candidates"]["asha"]): Tokens => ({ ...one, refreshTokenExpiresIn: 3600 });
    return new Payer(api, whole(candidates.asha), whole(candidates.other), transactions.READY_TO_SUBMIT);
  }

  /** Path of the bill; by default in India with Cashfree. */
  billPath(provider = "cashfree", region = "IN"): string {
    const { orgId, txnId } = this.transaction;
    return `/payment?orgId=${orgId}&txId=${txnId}&region=${region}&provider=${provider}`;
  }

  /** Path to which a provider redirects the browser. */
  returnPath(orderId: string, provider = "cashfree"): string {
    return `${this.billPath(provider)}&order_id=${orderId}`;
  }

  /** Opens an order by an API call, as another tab would. Returns its id. */
  async open(provider = "cashfree"): Promise<string> {
    const answer = await this.call("payments.init", { region: "IN", provider, express: false });
    return (answer.data as { paymentId: string }).paymentId;
  }

  /** Sets the outcome on the provider's page. */
  decide(orderId: string, body: Record<string, unknown>): Promise<unknown> {
    return this.api.sandbox("POST", `pay/${orderId}`, body);
  }

  /** The orders of the form, newest first. */
  async orders(): Promise<PaymentHistoryItem["paymentList"]> {
    const { data } = await this.call("payments.history", { orgId: this.transaction.orgId });
    return (data as { list: PaymentHistoryItem[] }).list.flatMap(({ paymentList }) => paymentList);
  }

  call(id: Parameters<ApiClient["call"]>[0], args: Record<string, unknown> = {}): ReturnType<ApiClient["call"]> {
    return this.api.call(id, args, { context: this.transaction, bearer: this.tokens.accessToken });
  }
}

/** Id of the order on the sandbox's pay page. */
export async function readOrderId(page: Page): Promise<string> {
  await page.waitForURL(/\/sandbox\/pay\//);
  return page.url().split("/sandbox/pay/")[1]!.split("?")[0]!;
}
