/*
 * One virtual candidate in its own process. It plays fixtures in random order until it is stopped, and reports each
 * answer and each fixture.
 */
import { HeadlessRun, headlessVerbs } from "../headless-verbs.ts";
import { play } from "../play.ts";
import { readFixtures } from "../read-fixtures.ts";
import { ownFetch } from "../api-client.ts";
import { canRunConcurrently } from "./concurrent.ts";
import { findOperation, type TimedCall } from "./latencies.ts";

/** A message of the process: an answer, or the end of a fixture. */
export type LoadReport = { answered: TimedCall } | { played: string; failure?: string };

// The parent process is gone.
process.once("disconnect", () => process.exit());
process.once(
  "message",
  async ({ baseUrl, seconds, wanted }: { baseUrl: string; seconds: number; wanted: readonly string[] }) => {
    const fixtures = readFixtures().filter(
      (one) => canRunConcurrently(one) && (wanted.length === 0 || wanted.includes(one.name)),
    );
    const end = Date.now() + seconds * 1000;
    while (Date.now() < end) {
      const fixture = fixtures[Math.floor(Math.random() * fixtures.length)]!;
      try {
        const target = { baseUrl, fetch: timed, pageFetch: timed, isShared: true } as const;
        await play(new HeadlessRun(fixture, target), headlessVerbs);
        send({ played: fixture.name });
      } catch (error) {
        send({ played: fixture.name, failure: error instanceof Error ? error.message : String(error) });
      }
    }
    process.disconnect();
    process.exit(0);
  },
);

const send = (report: LoadReport): void => void process.send?.(report);

const timed: typeof fetch = async (target, init) => {
  const { pathname } = new URL(target instanceof Request ? target.url : target);
  const what = findOperation(init?.method ?? "GET", pathname);
  const startedAt = performance.now();
  const reportCall = (status: number) => send({ answered: { what, tookMs: performance.now() - startedAt, status } });
  try {
    const answer = await ownFetch(target, init);
    const content = [204, 205, 304].includes(answer.status) ? null : await answer.arrayBuffer();
    reportCall(answer.status);
    return new Response(content, answer);
  } catch (error) {
    reportCall(0);
    throw error;
  }
};
