import type { FastifyInstance, FastifyReply } from "fastify";
import type { Static } from "typebox";
import type { PaymentState } from "#engine/core/scope/shapes/payments.ts";
import { sandboxEndpoints } from "#engine/contract/sandbox.ts";
import { notFound, WalletError } from "#server/errors.ts";
import { toProviderLabel } from "#server/checkout/orders/payment-options.ts";
import { providers } from "#server/checkout/providers/index.ts";
import { getSandboxKey, sandboxCredentials, toSandboxReference } from "#server/checkout/providers/sandbox-driver.ts";
import { newNonce, setPolicy } from "#server/api/response-headers.ts";
import { toCorrelationHeader } from "#server/platform/request-context.ts";
import type { Services } from "#server/services.ts";
import type { AddSandboxRoutes } from "./sandbox-routes.ts";
import { isOver, toPayPage, type SandboxPayment } from "./pay-page.ts";
import { sandboxRefusal } from "./texts.ts";
import { injectCall } from "./parts/inject-call.ts";

type Decision = Static<typeof sandboxEndpoints.pay.body>;

/** A late callback arrives after the candidate's page stopped polling (20 polls of 6 s). */
const lateSeconds = 180;
const jobSeconds = 1;
const columns = `order_id as "orderId", provider, amount_minor as "amountMinor", currency, return_url as "returnUrl", cancel_url as "cancelUrl",
  outcome, callback, coalesce(settles_at <= app_now(), false) as "isSettled", cancelled_at is not null as "isCancelled"`;

/** The providers' pay pages. Each decision is reported by a callback with the provider's signature. */
export const payRoutes: AddSandboxRoutes = (app, services) => {
  services.jobs.register("sandbox-payments", jobSeconds, () => sendCallbacks(app, services));
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );

  const { payPage, pay } = sandboxEndpoints;
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
      // An outdated page gets the current state and a link back.
      if (isForm && isRefused(payment, request.body)) return sendPage(reply.code(409), payment, services);
      await decide(app, services, payment, request.body);
      // A browser's form returns to the wallet, as at a provider.
      if (isForm) return reply.redirect(request.body.outcome === "cancel" ? payment.cancelUrl : payment.returnUrl, 303);
      return { paymentId: orderId, currentStatus: await readStatus(services, orderId) };
    },
  );
};

function sendPage(reply: FastifyReply, payment: SandboxPayment, services: Services): FastifyReply {
  const nonce = newNonce();
  const { organisations, defaultOrgId } = services.config.current();
  // The form's response redirects to the wallet, which may have another origin.
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

/** A final payment cannot change. A repeated success is accepted. */
const isRefused = (payment: SandboxPayment, { outcome }: Pick<Decision, "outcome">): boolean =>
  payment.isCancelled || (isOver(payment) && outcome !== "success");

/** Stores a decision. It can change until it is a success or the wallet cancels the payment. Throws 109. */
async function decide(
  app: FastifyInstance,
  services: Services,
  payment: SandboxPayment,
  { outcome, delaySeconds = 0, callback = "once" }: Decision,
): Promise<void> {
  if (callback === "forged") return void (await send(app, services, payment, "Success", true));
  if (isRefused(payment, { outcome }))
    throw new WalletError("stateConflict", { ...sandboxRefusal("over"), data: { reason: "over" } });
  const waitSeconds = delaySeconds > 0 ? delaySeconds : callback === "late" ? lateSeconds : 0;
  // With a delay, a pending payment ends as a success. Without one it stays pending until another decision.
  const finalOutcome = outcome === "pending" && waitSeconds > 0 ? "success" : outcome;
  // This request sends an immediate callback itself. If the job sent it, this response could be sent before it.
  const isNow = waitSeconds === 0 && callback !== "none" && finalOutcome !== "pending";
  const { rows } = await services.pool.query<SandboxPayment>(
    `update sandbox_payments set outcome = $2, callback = $3, called_back_at = case when $5 then app_now() end,
       settles_at = case when $2 = 'pending' then null else app_now() + $4::float8 * interval '1 second' end
     where order_id = $1 and cancelled_at is null returning ${columns}`,
    [payment.orderId, finalOutcome, callback, waitSeconds, isNow],
  );
  if (isNow) await sendAll(app, services, rows);
}

/** Job: sends the callbacks of settled payments, once per decision. Retries one that the wallet could not process. */
async function sendCallbacks(app: FastifyInstance, services: Services): Promise<void> {
  const { rows } = await services.pool.query<SandboxPayment>(
    `update sandbox_payments set called_back_at = app_now()
     where called_back_at is null and settles_at <= app_now() and callback <> 'none' and outcome <> 'pending' and cancelled_at is null
     returning ${columns}`,
  );
  await sendAll(app, services, rows);
}

async function sendAll(app: FastifyInstance, services: Services, payments: readonly SandboxPayment[]): Promise<void> {
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

/** Posts a callback to our own address with the provider's signature, or a forged one. Returns the HTTP status. */
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
    reference: toSandboxReference(orderId),
    status,
    amountMinor,
    currency,
    now: await services.clock.now(),
  };
  const { headers, body } = entry.signCallback(
    outcome,
    sandboxCredentials(payment.provider, entry, services.secrets, forged),
    await getSandboxKey(),
  );
  const answer = await injectCall(app, {
    method: "POST",
    url: `/webhooks/payments/${payment.provider}`,
    headers: { ...toCorrelationHeader(), ...headers, "content-type": "application/json" },
    payload: body,
  });
  return answer.statusCode;
}

async function readStatus({ pool }: Services, orderId: string): Promise<PaymentState> {
  const { rows } = await pool.query<{ status: PaymentState }>("select status from orders where id = $1", [orderId]);
  if (!rows[0]) throw notFound("payment");
  return rows[0].status;
}
