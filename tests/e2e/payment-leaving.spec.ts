import { startServer } from "../tools/replay/server.ts";
import { secretKey, startStripe } from "../server/checkout/stand-ins/stripe.ts";
import { signIn } from "./candidate.ts";
import { Payer } from "./payer.ts";
import { expect, test } from "./watched.ts";

// Redirection to a provider. A stand-in plays Stripe's API, and browser routes play its pages.
test("redirects to a provider with the site's identity, runs its script, and offers a way back without it", async ({
  page,
  watch,
}) => {
  const stripe = await startStripe();
  const server = await startServer({
    STRIPE_URL: stripe.base,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: "whsec_1",
    STRIPE_PUBLISHABLE_KEY: "pk_test_1",
  });
  try {
    const payer = await Payer.make(server.baseUrl);
    await signIn(page, payer.tokens, server.baseUrl);
    const toPay = async (provider: string) => {
      await page.goto(`${server.baseUrl}${payer.billPath(provider, "INTL")}`);
      await page.getByRole("button", { name: /^Continue to Pay/ }).click();
    };

    let referrer: string | undefined;
    await page.route("https://checkout.stripe.com/**", async (route) => {
      referrer = await route
        .request()
        .headerValue("referer")
        .then((value) => value ?? undefined);
      await route.fulfill({ contentType: "text/html", body: "<h1>Stripe</h1>" });
    });
    await toPay("stripe");
    await expect(page.getByRole("heading", { name: "Stripe" })).toBeVisible();
    expect(referrer).toBe(`${server.baseUrl}/`);

    // Stripe's script: it loads, receives the session, and may draw.
    await page.route("https://js.stripe.com/**", (route) =>
      route.fulfill({
        contentType: "text/javascript",
        body: `window.Stripe = (key) => ({ elements: ({ clientSecret }) => ({ create: () => ({ mount: (at) => { document.querySelector(at).textContent = key + " " + clientSecret; } }) }) });`,
      }),
    );
    await toPay("stripe-sdk");
    await expect(page.getByRole("button", { name: "Pay", exact: true })).toBeVisible();
    await expect(page.locator("#payment")).toHaveText(/^pk_test_1 pi_test_\d+_secret_x$/);
    expect(watch.faults).toEqual([]);

    await page.unroute("https://js.stripe.com/**");
    await page.route("https://js.stripe.com/**", (route) => route.abort());
    await page.reload();
    await expect(page.getByText("The payment page could not be loaded.", { exact: false })).toBeVisible();
    await page.getByRole("link", { name: "Back without paying" }).click();
    await expect(page.getByText("Payment Cancelled")).toBeVisible();
    watch.faults.splice(
      0,
      watch.faults.length,
      ...watch.faults.filter((fault) => !/script did not come|ERR_FAILED/.test(fault)),
    );
  } finally {
    await page.close();
    await server.stop();
    await stripe.close();
  }
});
