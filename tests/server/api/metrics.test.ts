import { afterEach, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../app.ts";

let app: TestApp;
afterEach(() => app?.close());

const token = "a token of sixteen letters".replaceAll(" ", "-");
const read = (headers: Record<string, string> = {}, remoteAddress = "203.0.113.7") =>
  app.server.inject({ method: "GET", url: "/metrics", headers, remoteAddress });
const bearer = { authorization: `Bearer ${token}` };
/** The value of a metric in the response. */
const find = (text: string, name: string): number =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.split(" ")
      .at(-1),
  );

test("responds 404 without the setting", async () => {
  app = await startTestApp();
  expect((await read(bearer, "127.0.0.1")).payload).not.toContain("http_request");
});

test("lists responses by route pattern, jobs, queue and process, without personal data, when the token is right", async () => {
  app = await startTestApp({ settings: { metrics: { token, from: [] } } });
  const { accessToken } = await app.signIn("+919876500777", { name: "Metra Rao" });
  for (const [path, given] of [
    ["/web-wallet/api/1.0/profile", accessToken],
    ["/web-wallet/api/1.0/profile", undefined],
    ["/no/such/+919876500777", undefined],
  ] as const)
    await app.call("GET", path, given ? { token: given } : {});
  await app.services.jobs.runDue({ all: true });
  const { statusCode, headers, payload } = await read(bearer);
  expect([statusCode, headers["content-type"], headers["cache-control"]]).toEqual([
    200,
    expect.stringContaining("text/plain; version=0.0.4"),
    "no-store",
  ]);
  const count = (route: string, status: number) =>
    find(payload, `http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`);
  expect([count("/web-wallet/api/1.0/profile", 200), count("/web-wallet/api/1.0/profile", 401)]).toEqual([1, 1]);
  expect(find(payload, 'job_duration_seconds_count{job="outbox"}')).toBe(1);
  expect(find(payload, "database_waiting")).toBe(0);
  expect(find(payload, "nodejs_eventloop_lag_mean_seconds")).toBeGreaterThanOrEqual(0);
  for (const secret of ["9876500777", "Metra", accessToken, token]) expect(payload).not.toContain(secret);
});

test("counts a failed job as failed", async () => {
  app = await startTestApp({ settings: { metrics: { token, from: [] } } });
  app.services.jobs.register("fails", 10, () => Promise.reject(new Error("no")));
  await app.services.jobs.runDue({ all: true });
  expect(find((await read(bearer)).payload, 'job_failures_total{job="fails"}')).toBe(1);
});

test("refuses callers without token or allowed address, and reveals nothing", async () => {
  app = await startTestApp({ settings: { metrics: { token, from: ["10.0.0.0/8", "2001:db8::/32"] } } });
  for (const headers of [
    {},
    { authorization: "Bearer wrong" },
    { authorization: `Basic ${token}` },
    { authorization: `Bearer ${token}x` },
  ])
    expect((await read(headers as Record<string, string>)).json()).toMatchObject({ code: 103 });
  for (const near of ["10.1.2.3", "2001:db8::7"]) expect((await read({}, near)).statusCode).toBe(200);
  for (const far of ["11.1.2.3", "2001:db9::7", "::1"]) expect((await read({}, far)).statusCode).toBe(403);
});
