// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "../../../support/testing-library.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DraftSync } from "#renderer/form/draft/draft-sync.ts";
import { DraftConflict, type StoredDraft } from "#renderer/form/draft/draft-server.ts";
import { DraftStatus } from "#renderer/form/draft/DraftStatus.tsx";
import { degree, toModel } from "../../../support/sample-forms.ts";
import { text } from "../../../widgets/host.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const said = () => screen.getByRole("status").textContent;

test("shows that a draft is saved until it was submitted elsewhere", async () => {
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
  const keeper = new DraftSync({
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
  render(<DraftStatus draft={keeper} text={text} />);
  expect(said()).toBe("");
  const type = async () => {
    keeper.markChanged("/level");
    await act(() => vi.advanceTimersByTimeAsync(1_000));
  };
  await type();
  expect(said()).toBe("Draft saved");
  await type();
  expect(said()).toBe("This has been submitted in the meantime. Your changes are saved only when you submit them.");
  await type();
  expect(said()).toBe("This has been submitted in the meantime. Your changes are saved only when you submit them.");
  expect(put).toHaveBeenCalledTimes(2);
});
