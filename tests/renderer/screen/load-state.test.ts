// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import type { ScreenDefinition, ScreenLoad } from "#engine/core/definitions/screen.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { Failure } from "#renderer/data/failure.ts";
import { queryClient } from "#renderer/data/query-client.ts";
import type { ActionContext } from "#renderer/runtime/action.ts";
import { toLoadState, Polls, toQuery, type LoadResult } from "#renderer/screen/load-state.ts";
import type { PlannedLoad } from "#renderer/screen/plan-loads.ts";
import { ScreenEvents } from "#renderer/screen/screen-events.ts";
import { MissingCodeError } from "#renderer/session/code-loading.ts";

const config = { rules: {} } as ConfigClient;
const until = { "===": [{ var: "payment.currentStatus" }, "Success"] };
const settled = { run: "payment-settled" };
type Poll = NonNullable<ScreenLoad["poll"]>;

const toLoad = (poll: Partial<Poll> = {}): PlannedLoad => ({
  load: { root: "payment", poll: { everySeconds: 6, times: 3, until, ...poll }, on: { settled } } as ScreenLoad,
  source: { fetch: async () => undefined },
  enabled: true,
  key: ["payment", "order-1"],
  args: {},
  context: {},
});

/** A screen with a poll. Feeds it answers and failures. */
function createPollingScreen(load: PlannedLoad) {
  const polls = new Polls();
  const query = toQuery(load, config, polls);
  const events = new ScreenEvents({ id: "payment" } as ScreenDefinition, false);
  const runEvent = vi.fn<(steps: unknown, name: string, more: object) => Promise<void>>(async () => undefined);
  const toContext = () =>
    ({ trace: () => undefined, scope: () => ({ roots: {}, rules: {} }) }) as unknown as ActionContext;
  const { queryKey } = query;
  const answer = (given: { currentStatus: string } | Error) => {
    const known = queryClient.getQueryCache().build(queryClient, { queryKey });
    if (given instanceof Error)
      known.setState({ error: given, status: "error", errorUpdateCount: known.state.errorUpdateCount + 1 });
    else queryClient.setQueryData(queryKey, given);
    const { state } = known;
    const result = { ...state, isError: state.status === "error", isFetching: false } as unknown as LoadResult;
    const loads = { planned: [load], results: [result], failedRequired: [], unmet: undefined, polls };
    events.update(loads, { runEvent, toContext, onFailureHandled: () => undefined });
    const { refetchInterval } = query as { refetchInterval: (query: unknown) => number | false };
    return { asksAgain: refetchInterval(known) !== false, isSettled: runEvent.mock.calls.length > 0 };
  };
  return { answer, runEvent };
}
const pending = { currentStatus: "Pending" };
const isPolling = { asksAgain: true, isSettled: false };
const isOver = { asksAgain: false, isSettled: true };

afterEach(() => queryClient.clear());

test("counts attempts since the screen was shown, and settles when none is left", () => {
  const before = createPollingScreen(toLoad());
  expect([before.answer(pending), before.answer(pending)]).toEqual([isPolling, isPolling]);
  const after = createPollingScreen(toLoad());
  expect([after.answer(pending), after.answer(pending), after.answer(pending)]).toEqual([isPolling, isPolling, isOver]);
  expect(after.runEvent).toHaveBeenCalledExactlyOnceWith(
    settled,
    expect.stringContaining("payment:settled"),
    {},
    {
      isAutomatic: true,
    },
  );
});

test("settles at once when the condition already holds", () => {
  expect(createPollingScreen(toLoad()).answer({ currentStatus: "Success" })).toEqual(isOver);
});

const lost = new Failure("payments.poll", 0);
const busy = new Failure("payments.poll", 503);
const unknown = new Failure("payments.poll", 404, { code: 104 });

test("counts an unanswered attempt and continues", () => {
  const { answer } = createPollingScreen(toLoad({ times: 4 }));
  expect([answer(lost), answer(busy), answer(pending), answer(busy)]).toEqual([
    isPolling,
    isPolling,
    isPolling,
    isOver,
  ]);
});

test("settles with the failure when the server refuses", () => {
  const { answer, runEvent } = createPollingScreen(toLoad());
  answer(pending);
  expect(answer(unknown)).toEqual(isOver);
  expect(runEvent.mock.calls[0]?.[2]).toEqual({ failure: unknown });
});

test("settles with the first unanswered attempt when endsWithError is set", () => {
  const { answer, runEvent } = createPollingScreen(toLoad({ endsWithError: true }));
  answer(pending);
  expect(answer(busy)).toEqual(isOver);
  expect(runEvent.mock.calls[0]?.[2]).toEqual({ failure: busy });
});

test("offers a retry and runs no failed event when code is missing", () => {
  const load = { ...toLoad(), load: { root: "transaction", on: { failed: settled } } as ScreenLoad };
  const error = new MissingCodeError("gone");
  const result = { data: undefined, isError: true, error, isFetching: false, dataUpdatedAt: 0, errorUpdatedAt: 1 };
  expect(toLoadState([load], [result], { request: {} }).failedRequired).toEqual([load]);
});
