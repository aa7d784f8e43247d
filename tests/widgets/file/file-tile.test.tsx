// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { act, fireEvent, screen } from "../../support/testing-library.ts";
import FileTile from "#widgets/file/FileField.tsx";
import { UploadError } from "#widgets/upload-error.ts";
import type { DetectionReport, PendingFile, UploadOptions, UploadResult, WidgetServices } from "#widgets/widget.ts";
import { draw, noServices } from "../host.tsx";

const label = "Degree certificate";
const stored = {
  fileUrl: "/utility/api/1.0/files/f1",
  fileName: "degree.pdf",
  sizeBytes: 51_200,
  type: "application/pdf",
};
const pdf = (size = 50 * 1024, name = "degree.pdf", type = "application/pdf") => {
  const file = new File(["x"], name, { type });
  Object.defineProperty(file, "size", { value: size });
  return file;
};
const input = () => screen.getByLabelText<HTMLInputElement>(label);
const pick = (...files: File[]) => fireEvent.change(input(), { target: { files } });
const status = () => screen.getByRole("status").textContent;
const no = { status: false };
const report = (state: DetectionReport["state"], reason: string | null = null): DetectionReport => ({
  state,
  blurry: { status: state === "WARNING" },
  smudgy: no,
  cropped: no,
  dimension_issue: no,
  reason,
  ocr: null,
});

/** Uploads that the test settles by hand. */
function manualUploads(more: Partial<WidgetServices> = {}) {
  const sent: { file: File; options: UploadOptions; end(result: UploadResult): void; fail(error: unknown): void }[] =
    [];
  const services: WidgetServices = {
    ...noServices,
    upload: (file, options) =>
      new Promise((resolve, reject) => {
        sent.push({ file, options, end: resolve, fail: reject });
      }),
    acceptUpload: () => Promise.resolve(stored),
    ...more,
  };
  return { sent, services };
}
const settle = () =>
  act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
  });

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test.each([
  [40 * 1024 - 1, "File size should be more than 40 KB"],
  [25 * 1024 * 1024 + 1, "File size should be less than 25 MB"],
])("a file of %i bytes is refused before it is sent", (size, message) => {
  const { sent, services } = manualUploads();
  draw(FileTile, { props: {}, label, services });
  pick(pdf(size));
  expect(screen.getByRole("alert").textContent).toBe(message);
  expect(sent).toHaveLength(0);
});

test.each([40 * 1024, 25 * 1024 * 1024])("accepts a file of exactly %i bytes", (size) => {
  const { sent, services } = manualUploads();
  draw(FileTile, { props: {}, label, services });
  pick(pdf(size));
  expect(sent).toHaveLength(1);
});

test("rejects a wrong type with the allowed ones, in the control too, for a pick and a drop", () => {
  const { sent, services } = manualUploads();
  const { container } = draw(FileTile, { props: {}, label, services, accept: ["application/pdf", "image/png"] });
  expect(screen.getByText("Click to upload file (40KB - 25MB)")).toBeTruthy();
  pick(pdf(50_000, "a.exe", "application/x-msdownload"));
  expect(screen.getByRole("alert").textContent).toBe("Please upload a file of type: PDF, PNG");
  expect(screen.getByText("Only PDF, PNG files are allowed")).toBeTruthy();
  fireEvent.drop(container.querySelector("input[type=file]") as Element, {
    dataTransfer: { files: [pdf(50_000, "a.txt", "text/plain")] },
  });
  expect(screen.getByText("Allowed file types: PDF, PNG")).toBeTruthy();
  expect(sent).toHaveLength(0);
});

test("rejects two files for one field", () => {
  const { sent, services } = manualUploads();
  draw(FileTile, { props: {}, label, services });
  pick(pdf(), pdf());
  expect(screen.getByRole("alert").textContent).toBe("Only 1 file(s) can be uploaded");
  expect(sent).toHaveLength(0);
});

test("shows progress, then the uploaded file, and commits the stored address", async () => {
  const { sent, services } = manualUploads();
  const { state } = draw(FileTile, { props: {}, label, services });
  pick(pdf());
  act(() => sent[0]?.options.onProgress(25_600, 51_200));
  const bar = screen.getByRole("progressbar", { name: "Uploading degree.pdf" });
  expect(bar.getAttribute("aria-valuenow")).toBe("50");
  expect(state.busy).toBe(true);
  sent[0]?.end({ uploadId: "u1", stored });
  await settle();
  expect(status()).toBe("Uploaded");
  expect(state.committed).toEqual([stored.fileUrl]);
  expect(state.busy).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: "Remove degree.pdf" }));
  expect(state.held).toBeUndefined();
  expect(document.activeElement).toBe(input());
});

test("aborts a cancelled upload and leaves the field empty", async () => {
  const { sent, services } = manualUploads();
  draw(FileTile, { props: {}, label, services });
  pick(pdf());
  fireEvent.click(screen.getByRole("button", { name: "Cancel upload" }));
  expect(sent[0]?.options.signal.aborted).toBe(true);
  sent[0]?.fail(new DOMException("aborted", "AbortError"));
  await settle();
  expect(screen.getByText("Click to upload file (40KB - 25MB)")).toBeTruthy();
});

test("keeps a file after a lost connection and sends it when the connection is back", async () => {
  const { sent, services } = manualUploads();
  const { state } = draw(FileTile, { props: {}, label, services });
  const file = pdf();
  pick(file);
  sent[0]?.fail(new UploadError("offline"));
  await settle();
  expect(status()).toContain("No connection");
  expect(state.busy).toBe(true);
  act(() => {
    window.dispatchEvent(new Event("online"));
  });
  expect(sent[1]?.file).toBe(file);
  expect(sent[1]?.options.resumeKey).toBe(sent[0]?.options.resumeKey);
  sent[1]?.end({ uploadId: "u1", stored });
  await settle();
  expect(status()).toBe("Uploaded");
});

test("sends the same file again on 'Retry upload'", async () => {
  const { sent, services } = manualUploads();
  draw(FileTile, { props: {}, label, services });
  const file = pdf();
  pick(file);
  sent[0]?.fail(new UploadError("refused", "Please try again in a moment"));
  await settle();
  expect(status()).toBe("Needs attention");
  expect(screen.getByText("Please try again in a moment")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Retry upload" }));
  expect(sent[1]?.file).toBe(file);
});

test("opens a modal for a warning; 'Proceed Anyway' accepts the file without another upload", async () => {
  const { sent, services } = manualUploads();
  const accept = vi.spyOn(services, "acceptUpload");
  const { state } = draw(FileTile, { props: { detectIssues: true }, label, services });
  pick(pdf());
  expect(sent[0]?.options.detectIssues).toBe(true);
  sent[0]?.end({ uploadId: "u7", report: report("WARNING", "Page 2 is blurry.") });
  await screen.findByRole("dialog");
  expect(
    screen.getByText("Uploaded file may be blurry/smudged/cropped/having dimensional or layout issues"),
  ).toBeTruthy();
  expect(screen.getByText("Page 2 is blurry.")).toBeTruthy();
  expect(screen.getByText("Upload a clear, full-sized scanned copy.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Upload Again" })).toBeTruthy();
  expect(state.held).toBeUndefined();
  fireEvent.click(screen.getByRole("button", { name: "Proceed Anyway" }));
  await settle();
  expect(accept).toHaveBeenCalledWith("u7");
  expect(sent).toHaveLength(1);
  expect(status()).toBe("Uploaded");
  expect(state.held).toBe(stored.fileUrl);
});

test("accepts a clean report at once", async () => {
  const { sent, services } = manualUploads();
  const { state } = draw(FileTile, { props: { detectIssues: true }, label, services });
  pick(pdf());
  sent[0]?.end({ uploadId: "u7", report: report("COMPLETED") });
  await settle();
  expect(state.held).toBe(stored.fileUrl);
});

test("offers only 'Upload Again' for an unreadable document", async () => {
  const { sent, services } = manualUploads();
  draw(FileTile, { props: { detectIssues: true }, label, services, accept: ["application/pdf"] });
  pick(pdf());
  sent[0]?.end({ uploadId: "u7", report: report("ERROR", "The PDF is locked with a password.") });
  await screen.findByRole("dialog");
  expect(screen.getByText("The file you uploaded isn’t supported by our system.")).toBeTruthy();
  expect(screen.getByText("Only PDF formats are allowed.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Proceed Anyway" })).toBeNull();
  expect(screen.getByRole("button", { name: "Upload Again" })).toBeTruthy();
});

test("keeps the stored file until the new one is stored", async () => {
  const { sent, services } = manualUploads();
  const { state } = draw(FileTile, { props: {}, label, services, value: "/utility/api/1.0/files/old" });
  pick(pdf());
  expect(state.held).toBe("/utility/api/1.0/files/old");
  fireEvent.click(screen.getByRole("button", { name: "Cancel upload" }));
  await settle();
  expect(status()).toBe("Uploaded");
  expect(sent).toHaveLength(1);
});

/** Pending files in memory in place of IndexedDB. */
function memory(entries: [string, PendingFile][] = []) {
  const kept = new Map(entries);
  return {
    kept,
    pendingFiles: {
      get: (key: string) => Promise.resolve(kept.get(key)),
      put: (key: string, file: PendingFile) => {
        kept.set(key, file);
        return Promise.resolve();
      },
      remove: (key: string) => {
        kept.delete(key);
        return Promise.resolve();
      },
      clear: () => {
        kept.clear();
        return Promise.resolve();
      },
    },
  };
}

test("sends a pending file again after a reload and forgets it once stored", async () => {
  const file = pdf();
  const { kept, pendingFiles } = memory([["/field", { file }]]);
  const { sent, services } = manualUploads({ pendingFiles });
  draw(FileTile, { props: {}, label, services });
  await settle();
  expect(sent[0]?.file).toBe(file);
  sent[0]?.end({ uploadId: "u1", stored });
  await settle();
  expect(kept.size).toBe(0);
});

test("restores a pending warning without another upload", async () => {
  const { pendingFiles } = memory([["/field", { file: pdf(), uploadId: "u1", report: report("WARNING") }]]);
  const { sent, services } = manualUploads({ pendingFiles });
  draw(FileTile, { props: {}, label, services });
  await screen.findByRole("dialog");
  expect(sent).toHaveLength(0);
});

test("forgets a refused file, and keeps it again while it is sent again", async () => {
  const { kept, pendingFiles } = memory();
  const { sent, services } = manualUploads({ pendingFiles });
  draw(FileTile, { props: {}, label, services });
  pick(pdf());
  expect(kept.size).toBe(1);
  sent[0]?.fail(new UploadError("refused", "Please try again in a moment"));
  await settle();
  expect(kept.size).toBe(0);
  fireEvent.click(screen.getByRole("button", { name: "Retry upload" }));
  expect(kept.size).toBe(1);
});

test("keeps a pending file through a lost connection and an unmount", async () => {
  const { kept, pendingFiles } = memory();
  const { sent, services } = manualUploads({ pendingFiles });
  const { unmount } = draw(FileTile, { props: {}, label, services });
  pick(pdf());
  sent[0]?.fail(new UploadError("offline"));
  await settle();
  expect(kept.size).toBe(1);
  act(() => {
    window.dispatchEvent(new Event("online"));
  });
  unmount();
  sent[1]?.fail(new UploadError("refused"));
  await settle();
  expect(kept.size).toBe(1);
});

test("never keeps a sensitive file", async () => {
  const { kept, pendingFiles } = memory();
  const { services } = manualUploads({ pendingFiles });
  draw(FileTile, { props: {}, label, services, sensitive: true });
  pick(pdf());
  await settle();
  expect(kept.size).toBe(0);
});

test("lets several files be ordered first when the field merges them", async () => {
  const { sent, services } = manualUploads();
  draw(FileTile, { props: { merge: true }, label, services, accept: ["application/pdf"] });
  pick(pdf(50_000, "first.pdf"), pdf(50_000, "second.jpg", "image/jpeg"));
  fireEvent.click(await screen.findByRole("button", { name: "Move down 1" }));
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    expect.stringContaining("1. second.jpg"),
    expect.stringContaining("2. first.pdf"),
  ]);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Move up 1" }).disabled).toBe(true);
  for (const name of ["Add pages", "Rotate 2", "Merge and upload"])
    expect(screen.getByRole("button", { name })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Discard pages" }));
  expect(screen.queryByRole("listitem")).toBeNull();
  expect(sent).toHaveLength(0);
});

test("sends a single PDF at once, also when the field merges files", () => {
  const { sent, services } = manualUploads();
  draw(FileTile, { props: { merge: true }, label, services, accept: ["application/pdf"] });
  pick(pdf());
  expect(sent).toHaveLength(1);
});
