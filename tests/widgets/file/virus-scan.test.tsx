// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { act, fireEvent, screen } from "../../support/testing-library.ts";
import FileTile from "#widgets/file/FileField.tsx";
import type { StoredFile, WidgetServices } from "#widgets/widget.ts";
import { draw, noServices } from "../host.tsx";

const label = "Degree certificate";
const waiting: StoredFile = {
  fileUrl: "/utility/api/1.0/files/f1",
  fileName: "degree.png",
  sizeBytes: 51_200,
  type: "image/png",
  scan: "waiting",
};
const beingChecked = "Uploaded and being checked for viruses. You can go on.";
const status = () => screen.getByRole("status").textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that answers with `answer.now` and counts its calls. */
function scanned(answer: { now: StoredFile | undefined | "offline" }, more: Partial<WidgetServices> = {}) {
  const getScanResult = vi.fn(() =>
    answer.now === "offline" ? Promise.reject(new Error("offline")) : Promise.resolve(answer.now),
  );
  const loadFile = vi.fn(() => Promise.reject(new Error("held")));
  let sent = 0;
  const services: WidgetServices = {
    ...noServices,
    upload: () =>
      Promise.resolve({ uploadId: "u1", stored: { ...waiting, fileUrl: `/utility/api/1.0/files/f${(sent += 1)}` } }),
    getScanResult,
    loadFile,
    ...more,
  };
  return { getScanResult, loadFile, services };
}
const pick = () => {
  const file = new File(["x".repeat(60_000)], "degree.png", { type: "image/png" });
  fireEvent.change(screen.getByLabelText(label), { target: { files: [file] } });
};

test("keeps a file in the form unopened while it is scanned, and shows 'Uploaded' when it is clean", async () => {
  const answer: Parameters<typeof scanned>[0] = { now: waiting };
  const { services, getScanResult } = scanned(answer);
  const { state } = draw(FileTile, { props: {}, label, services });
  pick();
  await pass(0);
  expect(status()).toBe(beingChecked);
  expect(state.held).toBe(waiting.fileUrl);
  expect(state.busy).toBe(false);
  expect(screen.queryByRole("button", { name: "View degree.png" })).toBeNull();
  await pass(2_100);
  answer.now = "offline";
  await pass(4_100);
  expect([getScanResult.mock.calls.length, status()]).toEqual([2, beingChecked]);
  answer.now = { ...waiting, scan: "clean" };
  await pass(8_100);
  expect(status()).toBe("Uploaded");
  expect(screen.getByRole("button", { name: "View degree.png" })).toBeTruthy();
  const asked = getScanResult.mock.calls.length;
  await pass(60_000);
  expect(getScanResult.mock.calls.length).toBe(asked);
});

test("removes an infected file from the form and explains it until another file is chosen", async () => {
  const answer: Parameters<typeof scanned>[0] = { now: waiting };
  const { services } = scanned(answer);
  const { state } = draw(FileTile, { props: {}, label, services });
  pick();
  await pass(0);
  answer.now = { ...waiting, scan: "infected", reason: "It was marked." };
  await pass(2_100);
  expect(status()).toBe("Needs attention");
  expect(screen.getByText("It was marked.")).toBeTruthy();
  expect([state.held, state.committed.at(-1)]).toEqual([undefined, undefined]);
  expect(state.committed).toHaveLength(2);
  expect(screen.queryByRole("button", { name: "Retry upload" })).toBeNull();
  pick();
  await pass(0);
  expect(status()).toBe(beingChecked);
});

test("goes on after a reload: waits, loads no preview, and reports an infected file", async () => {
  const { services, loadFile } = scanned({ now: waiting }, { describeFile: () => Promise.resolve(waiting) });
  const first = draw(FileTile, { props: {}, label, services, value: waiting.fileUrl });
  await pass(0);
  expect(status()).toBe(beingChecked);
  expect(loadFile).not.toHaveBeenCalled();
  first.unmount();
  const gone: StoredFile = { ...waiting, scan: "infected", reason: "It was marked." };
  const later = draw(FileTile, {
    props: {},
    label,
    services: { ...services, describeFile: () => Promise.resolve(gone) },
    value: waiting.fileUrl,
  });
  await pass(0);
  expect(screen.getByText("It was marked.")).toBeTruthy();
  expect(screen.getByText("degree.png")).toBeTruthy();
  expect(later.state.held).toBeUndefined();
});

test("stops polling for a removed file", async () => {
  const { services, getScanResult } = scanned({ now: waiting });
  draw(FileTile, { props: {}, label, services });
  pick();
  await pass(0);
  fireEvent.click(screen.getByRole("button", { name: "Remove degree.png" }));
  await pass(60_000);
  expect(getScanResult).not.toHaveBeenCalled();
});
