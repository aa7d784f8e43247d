import type { Static } from "typebox";
import { sandboxEndpoints } from "#engine/contract/sandbox.ts";
import { WalletError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import type { AddSandboxRoutes } from "./sandbox-routes.ts";
import { sandboxRefusal } from "./texts.ts";

/** A time this close to now resets the clock to real time: tests cannot name it more precisely. */
const nowMs = 10_000;

/** `GET` and `POST /sandbox/clock`. After a move every due job runs before the response. */
export const clockRoutes: AddSandboxRoutes = (app, services) => {
  app.get(sandboxEndpoints.clock.path, async () => readClock(services));
  app.post<{ Body: Static<typeof sandboxEndpoints.moveClock.body> }>(
    sandboxEndpoints.moveClock.path,
    { schema: { body: sandboxEndpoints.moveClock.body } },
    async (request) => {
      const { body } = request;
      if ("now" in body) await setNow(services, body.now);
      else
        await services.pool.query("update sandbox_clock set offset_ms = offset_ms + $1", [
          Math.round(body.advanceSeconds * 1000),
        ]);
      await services.clock.now();
      await services.jobs.runDue({ all: true });
      await services.outbox.flush();
      return readClock(services);
    },
  );
};

async function setNow(services: Services, text: string): Promise<void> {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) {
    throw new WalletError("badRequest", {
      fields: [{ pointer: "/now", keyword: "format", ...sandboxRefusal("not-a-moment") }],
    });
  }
  await services.pool.query(
    `update sandbox_clock set offset_ms = case when abs(ahead) < $2 then 0 else ahead end
     from (select round(extract(epoch from $1::timestamptz - now()) * 1000) as ahead) as asked`,
    [moment.toISOString(), nowMs],
  );
}

async function readClock(services: Services): Promise<{ now: string; offsetSeconds: number }> {
  const { rows } = await services.pool.query<{ now: Date; offset_ms: string }>(
    "select app_now() as now, offset_ms from sandbox_clock",
  );
  const row = rows[0]!;
  return { now: row.now.toISOString(), offsetSeconds: Math.round(Number(row.offset_ms) / 1000) };
}
