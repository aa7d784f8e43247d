// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { redirect } from "#renderer/actions/redirect.ts";
import type { ActionContext } from "#renderer/runtime/action.ts";

/** Runs the action with this result of an operation and returns the link that was clicked. */
async function go(step: Record<string, unknown>, result: unknown): Promise<HTMLAnchorElement | undefined> {
  const followed: HTMLAnchorElement[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(this);
  });
  await redirect(step, { scope: () => ({ roots: { result }, rules: {} }) } as unknown as ActionContext);
  return followed[0];
}
afterEach(() => vi.restoreAllMocks());

const answered = { redirect: { var: "result.web" } };

test("sends only the origin as referrer", async () => {
  const link = await go(answered, { web: "https://checkout.stripe.com/c/pay/cs_1" });
  expect([link?.href, link?.referrerPolicy]).toEqual(["https://checkout.stripe.com/c/pay/cs_1", "strict-origin"]);
});

test("adds the query to a path of this server", async () => {
  const step = {
    redirect: "/payment-redirect",
    query: { sdkProvider: "stripe", paymentSessionId: { var: "result.id" } },
  };
  const link = await go(step, { id: "pi_1_secret" });
  expect(link?.href).toBe(`${window.location.origin}/payment-redirect?sdkProvider=stripe&paymentSessionId=pi_1_secret`);
});

test.each(["http://pay.example/1", "javascript:alert(1)", "//pay.example/1", "data:text/html,x", "", undefined])(
  "rejects %j",
  async (web) => {
    await expect(async () => go(answered, { web })).rejects.toThrow("address");
  },
);
