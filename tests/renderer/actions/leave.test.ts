// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { leave } from "#renderer/actions/leave.ts";
import type { ActionContext } from "#renderer/runtime/action.ts";

/** Leaves with a step, `result` being what an operation has just answered. → the link that was followed. */
async function go(step: Record<string, unknown>, result: unknown): Promise<HTMLAnchorElement | undefined> {
  const followed: HTMLAnchorElement[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(this);
  });
  await leave(step, { scope: () => ({ roots: { result }, rules: {} }) } as unknown as ActionContext);
  return followed[0];
}
afterEach(() => vi.restoreAllMocks());

const answered = { leave: { var: "result.web" } };

test("the provider is told which site a payer comes from, and nothing else of the address", async () => {
  const link = await go(answered, { web: "https://checkout.stripe.com/c/pay/cs_1" });
  expect([link?.href, link?.referrerPolicy]).toEqual(["https://checkout.stripe.com/c/pay/cs_1", "strict-origin"]);
});

test("a path of this server gets its query", async () => {
  const step = { leave: "/payment-redirect", query: { sdkProvider: "stripe", paymentSessionId: { var: "result.id" } } };
  const link = await go(step, { id: "pi_1_secret" });
  expect(link?.href).toBe(`${window.location.origin}/payment-redirect?sdkProvider=stripe&paymentSessionId=pi_1_secret`);
});

test.each(["http://pay.example/1", "javascript:alert(1)", "//pay.example/1", "data:text/html,x", "", undefined])(
  "nobody is sent to %j",
  async (web) => {
    await expect(async () => go(answered, { web })).rejects.toThrow("address to leave for");
  },
);
