// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { act, fireEvent, screen } from "../../support/testing-library.ts";
import { useState } from "react";
import FileTile from "#widgets/file/FileField.tsx";
import type { DocumentFact, DocumentReading, WidgetServices } from "#widgets/widget.ts";
import { draw, noServices } from "../host.tsx";

const fileUrl = "/utility/api/1.0/files/f1";
const reading: DocumentReading = { state: "read", lines: ["Roll No. 5507714", "Examination 2014"], whole: true };
const waiting: DocumentReading = { state: "waiting", lines: [], whole: false };
const roll = (value: string): DocumentFact => ({
  pointer: "/rollNumber",
  kind: "number",
  label: "Roll number",
  value,
  isFillable: true,
});
const other =
  "This document seems to differ from what you entered: Roll number. Please check both. You can still continue.";
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A stored document whose reading is `answer.now`; undefined means that it is not known. */
function stored(answer: { now: DocumentReading | undefined }) {
  const getDocumentReading = vi.fn(() => Promise.resolve(answer.now));
  const services: WidgetServices = { ...noServices, getDocumentReading };
  return { getDocumentReading, services };
}

test("warns politely when a late reading differs, and leaves the field unchanged", async () => {
  const answer: Parameters<typeof stored>[0] = { now: waiting };
  const { services, getDocumentReading } = stored(answer);
  const { state } = draw(FileTile, { props: {}, services, value: fileUrl, documentFacts: [roll("5507715")] });
  await pass(10);
  expect([getDocumentReading.mock.calls.length, screen.queryByText(other)]).toEqual([1, null]);
  answer.now = reading;
  await pass(2_100);
  expect(screen.getByText(other).closest("[aria-live]")?.getAttribute("aria-live")).toBe("polite");
  expect(screen.getByRole("status").textContent).toBe("Uploaded");
  expect(state.held).toBe(fileUrl);
  await pass(300_000);
  expect(getDocumentReading).toHaveBeenCalledTimes(2);
});

test("compares a value that is typed later at once", async () => {
  const { services } = stored({ now: reading });
  const Typing = (props: Parameters<typeof FileTile>[0]) => {
    const [typed, setTyped] = useState("5507715");
    return (
      <>
        <button onClick={() => setTyped("5507714")}>type</button>
        <FileTile {...props} documentFacts={[roll(typed)]} />
      </>
    );
  };
  draw(Typing, { props: {}, services, value: fileUrl });
  await pass(10);
  expect(screen.getByText(other)).toBeTruthy();
  fireEvent.click(screen.getByText("type"));
  expect(screen.queryByText(other)).toBeNull();
});

test("fills an empty field only when a person presses the button", async () => {
  const { services } = stored({ now: reading });
  const onFillField = vi.fn();
  draw(FileTile, { props: {}, services, value: fileUrl, documentFacts: [roll("")], onFillField });
  await pass(10);
  expect(onFillField).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Roll number: use 5507714 from the document" }));
  expect(onFillField).toHaveBeenCalledWith("/rollNumber", "5507714");
});

test("warns of a document without readable text", async () => {
  const { services } = stored({ now: { state: "blank", lines: [], whole: true } });
  draw(FileTile, { props: {}, services, value: fileUrl, documentFacts: [roll("5507714")] });
  await pass(10);
  expect(screen.getByText(/^We could not read this document/)).toBeTruthy();
});

test("stops polling for a reading after a while", async () => {
  const { services, getDocumentReading } = stored({ now: undefined });
  draw(FileTile, { props: {}, services, value: fileUrl, documentFacts: [roll("5507714")] });
  await pass(600_000);
  const asked = getDocumentReading.mock.calls.length;
  expect(asked).toBe(9);
  await pass(600_000);
  expect(getDocumentReading).toHaveBeenCalledTimes(asked);
});

test("requests no reading for a field without expected facts", async () => {
  const { services, getDocumentReading } = stored({ now: reading });
  draw(FileTile, { props: {}, services, value: fileUrl });
  await pass(60_000);
  expect(getDocumentReading).not.toHaveBeenCalled();
});
