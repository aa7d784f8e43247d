// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import type { ScreenDocument, ScreenLoad } from "#engine/documents/screen.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { Failure } from "#renderer/data/failure.ts";
import { queryClient } from "#renderer/data/query.ts";
import type { ActionContext } from "#renderer/runtime/action.ts";
import { judgeLoads, Polls, toQuery, type LoadResult } from "#renderer/screen/loads.ts";
import type { PlannedLoad } from "#renderer/screen/plan-loads.ts";
import { ScreenEvents } from "#renderer/screen/screen-events.ts";
import { MissingCode } from "#renderer/session/page-code.ts";

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

/** A screen that polls, from when it stands: each answer, or its failure, as it comes. */
function stand(load: PlannedLoad) {
  const polls = new Polls();
  const query = toQuery(load, config, polls);
  const events = new ScreenEvents({ id: "payment" } as ScreenDocument, false);
  const perform = vi.fn<(steps: unknown, name: string, more: object) => Promise<void>>(async () => undefined);
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
    const standing = { planned: [load], results: [result], lacking: [], unmet: undefined, polls };
    events.look(standing, { perform, toContext, told: () => undefined });
    const { refetchInterval } = query as { refetchInterval: (query: unknown) => number | false };
    return { asksAgain: refetchInterval(known) !== false, isSettled: perform.mock.calls.length > 0 };
  };
  return { answer, perform };
}
const pending = { currentStatus: "Pending" };
const goesOn = { asksAgain: true, isSettled: false };
const isOver = { asksAgain: false, isSettled: true };

afterEach(() => queryClient.clear());

test("attempts are counted from when the page stands: who comes back is asked for as often again, and then it settles", () => {
  const before = stand(toLoad());
  expect([before.answer(pending), before.answer(pending)]).toEqual([goesOn, goesOn]);
  const after = stand(toLoad());
  expect([after.answer(pending), after.answer(pending), after.answer(pending)]).toEqual([goesOn, goesOn, isOver]);
  expect(after.perform).toHaveBeenCalledExactlyOnceWith(
    settled,
    expect.stringContaining("payment:settled"),
    {},
    {
      byItself: true,
    },
  );
});

test("it settles at once when it is as it was waited for", () => {
  expect(stand(toLoad()).answer({ currentStatus: "Success" })).toEqual(isOver);
});

const lost = new Failure("payments.poll", 0);
const busy = new Failure("payments.poll", 503);
const unknown = new Failure("payments.poll", 404, { code: 104 });

test("an attempt that nobody answers is one of them, and the next is made", () => {
  const { answer } = stand(toLoad({ times: 4 }));
  expect([answer(lost), answer(busy), answer(pending), answer(busy)]).toEqual([goesOn, goesOn, goesOn, isOver]);
});

test("an answer of no ends it, and says why", () => {
  const { answer, perform } = stand(toLoad());
  answer(pending);
  expect(answer(unknown)).toEqual(isOver);
  expect(perform.mock.calls[0]?.[2]).toEqual({ failure: unknown });
});

test("where its document asks for it, it ends with the first attempt that nobody answers", () => {
  const { answer, perform } = stand(toLoad({ endsWithError: true }));
  answer(pending);
  expect(answer(busy)).toEqual(isOver);
  expect(perform.mock.calls[0]?.[2]).toEqual({ failure: busy });
});

test("code that did not come is no answer: the page offers to try again, and no document hears of a refusal", () => {
  const load = { ...toLoad(), load: { root: "transaction", on: { failed: settled } } as ScreenLoad };
  const error = new MissingCode("gone");
  const result = { data: undefined, isError: true, error, isFetching: false, dataUpdatedAt: 0, errorUpdatedAt: 1 };
  expect(judgeLoads([load], [result], { request: {} }).lacking).toEqual([load]);
});
