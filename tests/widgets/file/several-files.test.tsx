// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { act, fireEvent, screen } from "../../support/testing-library.ts";
import { describe as describeFile } from "#widgets/file/describe.ts";
import FileField from "#widgets/file/FileField.tsx";
import { UploadError } from "#widgets/upload-error.ts";
import type { PendingFile, StoredFile, UploadOptions, UploadResult, WidgetServices } from "#widgets/widget.ts";
import { draw, noServices, text } from "../host.tsx";

const label = "Pay slips";
const address = (name: string) => `/utility/api/1.0/files/${name}`;
const toStored = (name: string): StoredFile => ({ fileUrl: address(name), fileName: name, sizeBytes: 51_200 });
const pdf = (name: string, size = 50 * 1024, type = "application/pdf") => {
  const file = new File(["x"], name, { type });
  Object.defineProperty(file, "size", { value: size });
  return file;
};
interface Sent {
  file: File;
  options: UploadOptions;
  end(result: UploadResult): void;
  fail(error: unknown): void;
}
/** Uploads that the test settles by hand, and a store of files that wait. */
function manual(waiting: readonly (readonly [key: string, file: PendingFile])[] = []) {
  const sent: Sent[] = [];
  const pending = new Map(waiting);
  const services: WidgetServices = {
    ...noServices,
    upload: (file, options) =>
      new Promise((end, fail) => {
        sent.push({ file, options, end, fail });
      }),
    describeFile: (fileUrl) => Promise.resolve(toStored(fileUrl.split("/").pop()!)),
    pendingFiles: {
      get: async (key) => pending.get(key),
      put: async (key, file) => void pending.set(key, file),
      remove: async (key) => void pending.delete(key),
      clear: async () => pending.clear(),
    },
  };
  return { sent, services, pending };
}
const settle = () => act(() => new Promise((done) => setTimeout(done, 5)));
const drawField = (services: WidgetServices, more = {}) =>
  draw(FileField, { props: { max: 3, photos: false }, label, services, ...more });
const input = () => screen.queryByLabelText<HTMLInputElement>(label, { selector: "input" });
const pick = (...files: File[]) => fireEvent.change(input()!, { target: { files } });
const finish = async (one: Sent) => {
  one.end({ uploadId: "u", stored: toStored(one.file.name) });
  await settle();
};
const names = () => screen.queryAllByRole("button", { name: /^View / }).map((button) => button.textContent);

test("uploads each file by itself, with its own progress, and commits the list in the order of the page", async () => {
  const { sent, services, pending } = manual();
  const { state } = drawField(services);
  expect(input()!.multiple).toBe(true);
  pick(pdf("a.pdf"), pdf("b.pdf"));
  await settle();
  act(() => sent[1]!.options.onProgress(25_600, 51_200));
  const bar = (name: string) => screen.getByRole("progressbar", { name }).getAttribute("aria-valuenow");
  expect([bar("Uploading a.pdf"), bar("Uploading b.pdf")]).toEqual(["0", "50"]);
  expect([...pending.keys()]).toEqual(["/field/0", "/field/1"]);
  expect(sent.map(({ options }) => options.fieldName)).toEqual(["field", "field"]);
  await finish(sent[1]!);
  expect([state.held, state.busy]).toEqual([[address("b.pdf")], true]);
  await finish(sent[0]!);
  expect([state.held, state.busy]).toEqual([[address("a.pdf"), address("b.pdf")], false]);
  expect([names(), pending.size]).toEqual([["a.pdf", "b.pdf"], 0]);
  expect(screen.getByText("2 of 3 files", { exact: false })).toBeTruthy();
});

test("refuses each unfit file by its name and uploads the others", async () => {
  const { sent, services } = manual();
  drawField(services, { accept: ["application/pdf"] });
  const [large, wrong] = [pdf("large.pdf", 26 * 1024 * 1024), pdf("a.exe", 50_000, "application/x-msdownload")];
  pick(large, pdf("1.pdf"), wrong, pdf("2.pdf"), pdf("3.pdf"), pdf("4.pdf"));
  await settle();
  expect(sent.map(({ file }) => file.name)).toEqual(["1.pdf", "2.pdf", "3.pdf"]);
  expect([...screen.getAllByRole("alert").at(-1)!.children].map((line) => line.textContent)).toEqual([
    "large.pdf: File size should be less than 25 MB",
    "a.exe: Please upload a file of type: PDF",
    "4.pdf: Only 3 file(s) can be uploaded",
  ]);
  expect(input()).toBeNull();
});

test("removes a file, and takes the focus to the tile for another one", async () => {
  const { services } = manual();
  const { state } = drawField(services, { value: ["a", "b", "c"].map(address) });
  await settle();
  fireEvent.click(screen.getByRole("button", { name: "Remove b" }));
  await settle();
  expect(state.held).toEqual([address("a"), address("c")]);
  expect(document.activeElement).toBe(input());
  fireEvent.click(screen.getByRole("button", { name: "Remove a" }));
  fireEvent.click(screen.getByRole("button", { name: "Remove c" }));
  expect(state.held).toBeUndefined();
});

test("moves a file by its buttons, states where it is, and keeps the focus", async () => {
  const { services } = manual();
  const { state } = drawField(services, { value: ["a", "b", "c"].map(address) });
  await settle();
  const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
  expect([button("Move a up").disabled, button("Move c down").disabled]).toEqual([true, true]);
  fireEvent.click(button("Move a down"));
  await settle();
  expect(state.held).toEqual(["b", "a", "c"].map(address));
  expect(screen.getByText("a is now number 2")).toBeTruthy();
  expect(document.activeElement).toBe(button("Move a down"));
  fireEvent.click(button("Move a down"));
  await settle();
  expect(state.held).toEqual(["b", "c", "a"].map(address));
  expect(document.activeElement).toBe(button("Move a up"));
});

test("keeps a failed upload beside the stored files, and sends it again when asked", async () => {
  const { sent, services } = manual();
  const { state } = drawField(services, { value: [address("a")] });
  await settle();
  pick(pdf("b.pdf"));
  sent[0]!.fail(new UploadError("refused", "Not now"));
  await settle();
  expect([state.held, screen.getByText("Needs attention")]).toEqual([[address("a")], expect.anything()]);
  fireEvent.click(screen.getByRole("button", { name: "Retry upload" }));
  await finish(sent[1]!);
  expect(state.held).toEqual([address("a"), address("b.pdf")]);
});

test("continues the uploads of an earlier page beside its stored files", async () => {
  const { sent, services } = manual([["/field/1", { file: pdf("later.pdf") }]]);
  const { state } = drawField(services, { value: [address("a"), address("b")] });
  await settle();
  expect(sent.map(({ file }) => file.name)).toEqual(["later.pdf"]);
  await finish(sent[0]!);
  expect(state.held).toEqual([address("a"), address("b"), address("later.pdf")]);
});

test("follows a value from elsewhere, and keeps what is on its way", async () => {
  const { sent, services } = manual();
  const { give, state } = drawField(services, { value: [address("a")] });
  pick(pdf("new.pdf"));
  give({ value: [address("x"), address("a")] });
  await settle();
  expect(names()).toEqual(["x", "a"]);
  await finish(sent[0]!);
  expect(state.held).toEqual([address("x"), address("a"), address("new.pdf")]);
});

test("takes an infected file out of the list and states why", async () => {
  const { services } = manual();
  const scanned: WidgetServices = {
    ...services,
    describeFile: async (fileUrl) => ({
      ...toStored(fileUrl.split("/").pop()!),
      ...(fileUrl.endsWith("b") && { scan: "infected", reason: "A virus was found" }),
    }),
  };
  const { state } = drawField(scanned, { value: [address("a"), address("b")] });
  await settle();
  expect(state.held).toEqual([address("a")]);
  expect(screen.getAllByText("A virus was found")).toHaveLength(1);
});

test("is filled in by a replay as by a person", async () => {
  const committed: unknown[] = [];
  const nodes = (value: unknown) =>
    describeFile({
      pointer: "/field",
      label,
      plainLabel: label,
      state: {},
      value,
      props: { max: 2, photos: false },
      services: { ...noServices, upload: async (file: File) => ({ uploadId: "u", stored: toStored(file.name) }) },
      text,
      cached: ([, url]: string[]) => toStored(url!.split("/").pop()!),
      onBusy: () => undefined,
      commit: (next: unknown) => committed.push(next),
    } as never)[0]!.children!;
  const press = (value: unknown, name: string) => void nodes(value).find((node) => node.name === name)!.press!();
  await nodes(undefined)[0]!.upload!(pdf("a"));
  await nodes([address("a")]).find(({ role }) => role === "file")!.upload!(pdf("b"));
  const both = ["a", "b"].map(address);
  expect(nodes(both).some(({ role }) => role === "file")).toBe(false);
  press(both, "Move b up");
  press(both, "Remove a");
  press([address("a")], "Remove a");
  expect(committed).toEqual([[address("a")], both, ["b", "a"].map(address), [address("b")], undefined]);
});
