import type { FastifyInstance, FastifyReply } from "fastify";
import type { Static } from "typebox";
import type { PaymentState } from "#engine/api/payments.ts";
import { sandboxCalls } from "#engine/api/sandbox.ts";
import { notFound, WalletError } from "#server/errors.ts";
import { toProviderLabel } from "#server/checkout/orders/offers.ts";
import { providers } from "#server/checkout/providers/index.ts";
import { getSandboxKey, sandboxCredentials, toReference } from "#server/checkout/providers/sandboxpay.ts";
import { newNonce, setPolicy } from "#server/api/security-headers.ts";
import { toOriginHeader } from "#server/platform/origin.ts";
import type { Services } from "#server/services.ts";
import type { Desk } from "./desk.ts";
import { isOver, toPayPage, type SandboxPayment } from "./pay-page.ts";
import { sandboxSays } from "./words.ts";
import { callOwn } from "./parts/own-call.ts";

type Decision = Static<typeof sandboxCalls.pay.body>;

/** A late callback comes when the candidate's page has given up asking: 20 polls of 6 s, and a while. */
const lateSeconds = 180;
const jobSeconds = 1;
const columns = `order_id as "orderId", provider, amount_minor as "amountMinor", currency, return_url as "returnUrl", cancel_url as "cancelUrl",
  outcome, callback, coalesce(settles_at <= app_now(), false) as "isSettled", cancelled_at is not null as "isCancelled"`;

/** The providers' pages, and their side of a payment: a decision is told by callbacks signed as each provider signs. */
export const payDesk: Desk = (app, services) => {
  services.jobs.register("sandbox-payments", jobSeconds, () => callBack(app, services));
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );

  const { payPage, pay } = sandboxCalls;
  app.get<{ Params: { orderId: string } }>(
    payPage.path,
    { schema: { params: payPage.params } },
    async (request, reply) => sendPage(reply, await getPayment(services, request.params.orderId), services),
  );
  app.post<{ Params: { orderId: string }; Body: Decision }>(
    pay.path,
    { schema: { params: pay.params, body: pay.body } },
    async (request, reply) => {
      const { orderId } = request.params;
      const payment = await getPayment(services, orderId);
      const isForm = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
      // Somebody's page may be older than what became of the payment: they read that, and are led back.
      if (isForm && isRefused(payment, request.body)) return sendPage(reply.code(409), payment, services);
      await decide(app, services, payment, request.body);
      // A form is sent by a browser: it goes back to the wallet, as a provider would send it.
      if (isForm) return reply.redirect(request.body.outcome === "cancel" ? payment.cancelUrl : payment.returnUrl, 303);
      return { paymentId: orderId, currentStatus: await readStatus(services, orderId) };
    },
  );
};

function sendPage(reply: FastifyReply, payment: SandboxPayment, services: Services): FastifyReply {
  const nonce = newNonce();
  const { organisations, defaultOrgId } = services.config.current();
  // The answer to the form leads back to the wallet, which may stand on another address than this page.
  const wallet = new URL(services.settings.publicUrl).origin;
  setPolicy(
    reply,
    `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self' ${wallet}; base-uri 'none'; frame-ancestors 'none'`,
  );
  return reply
    .type("text/html; charset=utf-8")
    .send(toPayPage(payment, toProviderLabel(organisations.get(defaultOrgId), payment.provider), nonce));
}

async function getPayment({ pool }: Services, orderId: string): Promise<SandboxPayment> {
  const { rows } = await pool.query<SandboxPayment>(`select ${columns} from sandbox_payments where order_id = $1`, [
    orderId,
  ]);
  if (!rows[0]) throw notFound("payment");
  return rows[0];
}

/** What is over stays as it is; that it succeeded may be said again. */
const isRefused = (payment: SandboxPayment, { outcome }: Pick<Decision, "outcome">): boolean =>
  payment.isCancelled || (isOver(payment) && outcome !== "success");

/** Success is the end; until then a decision may be changed, as long as the wallet has not cancelled the payment. Throws 109. */
async function decide(
  app: FastifyInstance,
  services: Services,
  payment: SandboxPayment,
  { outcome, delaySeconds = 0, callback = "once" }: Decision,
): Promise<void> {
  if (callback === "forged") return void (await send(app, services, payment, "Success", true));
  if (isRefused(payment, { outcome }))
    throw new WalletError("stateConflict", { ...sandboxSays("over"), data: { reason: "over" } });
  const waitSeconds = delaySeconds > 0 ? delaySeconds : callback === "late" ? lateSeconds : 0;
  // Pending for a while, then paid; without a time it stays pending until somebody decides again.
  const becomes = outcome === "pending" && waitSeconds > 0 ? "success" : outcome;
  // What is told at once is this call's to tell: a job that told it meanwhile would let the answer come before the news.
  const isNow = waitSeconds === 0 && callback !== "none" && becomes !== "pending";
  const { rows } = await services.pool.query<SandboxPayment>(
    `update sandbox_payments set outcome = $2, callback = $3, called_back_at = case when $5 then app_now() end,
       settles_at = case when $2 = 'pending' then null else app_now() + $4::float8 * interval '1 second' end
     where order_id = $1 and cancelled_at is null returning ${columns}`,
    [payment.orderId, becomes, callback, waitSeconds, isNow],
  );
  if (isNow) await tell(app, services, rows);
}

/** Tells the wallet what has settled, once per decision; one that it could not take is told again at the next turn. */
async function callBack(app: FastifyInstance, services: Services): Promise<void> {
  const { rows } = await services.pool.query<SandboxPayment>(
    `update sandbox_payments set called_back_at = app_now()
     where called_back_at is null and settles_at <= app_now() and callback <> 'none' and outcome <> 'pending' and cancelled_at is null
     returning ${columns}`,
  );
  await tell(app, services, rows);
}

async function tell(app: FastifyInstance, services: Services, payments: readonly SandboxPayment[]): Promise<void> {
  for (const payment of payments) {
    const times = payment.callback === "twice" ? 2 : 1;
    for (let sent = 0; sent < times; sent += 1) {
      const status = await send(app, services, payment, payment.outcome === "success" ? "Success" : "Failed");
      if (status >= 500)
        await services.pool.query("update sandbox_payments set called_back_at = null where order_id = $1", [
          payment.orderId,
        ]);
    }
  }
}

/** Posts one callback to our own address, signed as the provider signs; `forged`: with somebody else's keys. → HTTP status. */
async function send(
  app: FastifyInstance,
  services: Services,
  payment: SandboxPayment,
  status: "Success" | "Failed",
  forged = false,
): Promise<number> {
  const entry = providers[payment.provider];
  if (!entry) throw notFound("provider");
  const { orderId, amountMinor, currency } = payment;
  const outcome = {
    orderId,
    reference: toReference(orderId),
    status,
    amountMinor,
    currency,
    now: await services.clock.now(),
  };
  const { headers, body } = entry.writeCallback(
    outcome,
    sandboxCredentials(payment.provider, entry, services.secrets, forged),
    await getSandboxKey(),
  );
  const answer = await callOwn(app, {
    method: "POST",
    url: `/webhooks/payments/${payment.provider}`,
    headers: { ...toOriginHeader(), ...headers, "content-type": "application/json" },
    payload: body,
  });
  return answer.statusCode;
}

async function readStatus({ pool }: Services, orderId: string): Promise<PaymentState> {
  const { rows } = await pool.query<{ status: PaymentState }>("select status from orders where id = $1", [orderId]);
  if (!rows[0]) throw notFound("payment");
  return rows[0].status;
}
