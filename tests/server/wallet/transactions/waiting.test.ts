import { afterAll, beforeAll, expect, test } from "vitest";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { documentsConfig } from "../../documents-config.ts";
import { makePayer } from "../../checkout/orders/ready.ts";

// What a form waits for is said as it is, in reminders and when it was closed in vain.

const day = 86_400;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: await documentsConfig() });
});
afterAll(() => app?.close());

async function readNewest(mobile: string): Promise<string | undefined> {
  const { accessToken: token } = await app.signIn(mobile);
  const answer = await app.call("GET", "/notification/api/1.0/notification", { token });
  return answer.json<{ data: { list: { description: string }[] } }>().data.list[0]?.description;
}

test.each([
  ["nothing was begun", async () => undefined],
  ["a payment waits for the bank", async ({ open }: Awaited<ReturnType<typeof makePayer>>) => void (await open())],
])("a form of which only the payment is missing is not said to want papers: %s", async (_what, first) => {
  const mobile = newMobile();
  await first(await makePayer(app, { mobile }));
  await app.advance(7.5 * day);
  expect(await readNewest(mobile)).toMatch(
    /^Your papers for Education evaluation go to .+ as soon as your payment arrives[.] It closes in 23 days[.]$/,
  );
  await app.advance(23 * day);
  expect(await readNewest(mobile)).toBe(
    "Your form Education evaluation was closed because no payment arrived in time. Contact support to reopen it.",
  );
});
