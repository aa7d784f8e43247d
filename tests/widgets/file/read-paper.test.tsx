// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { act, fireEvent, screen } from "../../testing-library.ts";
import { useState } from "react";
import FileTile from "#widgets/file/FileTile.tsx";
import type { PaperFact, PaperReading, WidgetServices } from "#widgets/widget.ts";
import { draw, noServices } from "../host.tsx";

const fileUrl = "/utility/api/1.0/files/f1";
const reading: PaperReading = { state: "read", lines: ["Roll No. 5507714", "Examination 2014"], whole: true };
const waiting: PaperReading = { state: "waiting", lines: [], whole: false };
const roll = (value: string): PaperFact => ({
  pointer: "/rollNumber",
  kind: "number",
  label: "Roll number",
  value,
  open: true,
});
const other =
  "This paper seems to show something else than you entered: Roll number. Please check the paper and your entries. You can go on as it is.";
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A stored paper that reads as `says.now` stands; undefined where nobody knows. */
function stored(says: { now: PaperReading | undefined }) {
  const askReading = vi.fn(() => Promise.resolve(says.now));
  const services: WidgetServices = { ...noServices, askReading };
  return { askReading, services };
}

test("a paper that is read late and shows another number is warned of politely, and its field stays as it is", async () => {
  const says: Parameters<typeof stored>[0] = { now: waiting };
  const { services, askReading } = stored(says);
  const { state } = draw(FileTile, { props: {}, services, value: fileUrl, paperFacts: [roll("5507715")] });
  await pass(10);
  expect([askReading.mock.calls.length, screen.queryByText(other)]).toEqual([1, null]);
  says.now = reading;
  await pass(2_100);
  expect(screen.getByText(other).closest("[aria-live]")?.getAttribute("aria-live")).toBe("polite");
  expect(screen.getByRole("status").textContent).toBe("Uploaded");
  expect(state.held).toBe(fileUrl);
  await pass(300_000);
  expect(askReading).toHaveBeenCalledTimes(2);
});

test("what is typed later is judged at once", async () => {
  const { services } = stored({ now: reading });
  const Typing = (props: Parameters<typeof FileTile>[0]) => {
    const [typed, setTyped] = useState("5507715");
    return (
      <>
        <button onClick={() => setTyped("5507714")}>type</button>
        <FileTile {...props} paperFacts={[roll(typed)]} />
      </>
    );
  };
  draw(Typing, { props: {}, services, value: fileUrl });
  await pass(10);
  expect(screen.getByText(other)).toBeTruthy();
  fireEvent.click(screen.getByText("type"));
  expect(screen.queryByText(other)).toBeNull();
});

test("what was read fills an empty field only when a person takes it", async () => {
  const { services } = stored({ now: reading });
  const onTake = vi.fn();
  draw(FileTile, { props: {}, services, value: fileUrl, paperFacts: [roll("")], onTake });
  await pass(10);
  expect(onTake).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Roll number: use 5507714 from the paper" }));
  expect(onTake).toHaveBeenCalledWith("/rollNumber", "5507714");
});

test("a paper on which nothing can be read is warned of", async () => {
  const { services } = stored({ now: { state: "blank", lines: [], whole: true } });
  draw(FileTile, { props: {}, services, value: fileUrl, paperFacts: [roll("5507714")] });
  await pass(10);
  expect(screen.getByText(/^We could not read anything on this paper/)).toBeTruthy();
});

test("a reading that never comes is asked for no more after a while", async () => {
  const { services, askReading } = stored({ now: undefined });
  draw(FileTile, { props: {}, services, value: fileUrl, paperFacts: [roll("5507714")] });
  await pass(600_000);
  const asked = askReading.mock.calls.length;
  expect(asked).toBe(9);
  await pass(600_000);
  expect(askReading).toHaveBeenCalledTimes(asked);
});

test("a field whose document says nothing of its paper asks for no reading", async () => {
  const { services, askReading } = stored({ now: reading });
  draw(FileTile, { props: {}, services, value: fileUrl });
  await pass(60_000);
  expect(askReading).not.toHaveBeenCalled();
});
