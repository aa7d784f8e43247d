// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "../../../testing-library.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DraftKeeper } from "#renderer/form/draft/draft-keeper.ts";
import { DraftConflict, type StoredDraft } from "#renderer/form/draft/draft-server.ts";
import { DraftStatus } from "#renderer/form/draft/DraftStatus.tsx";
import { degree, toModel } from "../../../sample-forms.ts";
import { text } from "../../../widgets/host.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const said = () => screen.getByRole("status").textContent;

test("says that a draft is saved, and no longer once it was spent by a submission elsewhere", async () => {
  const answers: (StoredDraft | Error)[] = [
    { version: 1, data: {} },
    new DraftConflict({ version: 0, data: {} }),
    new Error("not asked again"),
  ];
  const put = vi.fn(async () => {
    const answer = answers.shift();
    if (!answer || answer instanceof Error) throw answer;
    return answer;
  });
  const keeper = new DraftKeeper({
    model: toModel(degree),
    key: "draft:txn:bgv-degree:new",
    storage: { read: () => null, write: () => true, remove: () => true },
    server: { get: async () => ({ version: 0, data: {} }), put },
  });
  const data = { level: "master" };
  keeper.connect(
    () => data,
    () => undefined,
  );
  render(<DraftStatus draft={keeper} words={text} />);
  expect(said()).toBe("");
  const type = async () => {
    keeper.change("/level");
    await act(() => vi.advanceTimersByTimeAsync(1_000));
  };
  await type();
  expect(said()).toBe("Draft saved");
  await type();
  expect(said()).toBe("This was handed in meanwhile. What you type now is kept only when you submit it.");
  await type();
  expect(said()).toBe("This was handed in meanwhile. What you type now is kept only when you submit it.");
  expect(put).toHaveBeenCalledTimes(2);
});
