import { nameOf } from "./accessible-names.ts";
import { send, reportAction } from "./send-message.ts";

let count = 0;

/** Records picked and dropped files. */
export function recordFiles(): void {
  const listenTo = (type: string, listen: (event: Event) => void) =>
    document.addEventListener(type, listen, { capture: true });
  listenTo("click", ({ isTrusted, target }) => {
    if (!isTrusted && isFileField(target)) send({ kind: "file-dialog" });
  });
  listenTo("change", ({ target }) => {
    if (isFileField(target)) recordUpload(target, [...(target.files ?? [])]);
  });
  listenTo("drop", (event) => {
    const files = [...((event as DragEvent).dataTransfer?.files ?? [])];
    let ancestor = event.target instanceof Element ? event.target : null;
    while (ancestor && !ancestor.querySelector("input[type=file]")) ancestor = ancestor.parentElement;
    const field = isFileField(event.target) ? event.target : ancestor?.querySelector("input[type=file]");
    if (isFileField(field) && field !== event.target) recordUpload(field, files);
  });
}

const isFileField = (one: unknown): one is HTMLInputElement => one instanceof HTMLInputElement && one.type === "file";

function recordUpload(field: HTMLInputElement, files: readonly File[]): void {
  const [file] = files;
  if (!file) return;
  const name = nameOf(field);
  if (files.length > 1)
    return reportAction({ kind: "unsupported", what: `${files.length} files were given to '${name}' at once` });
  count += 1;
  const key = `${Date.now()}-${count}`;
  reportAction({ kind: "upload", name, file: { name: file.name, type: file.type, sizeBytes: file.size }, key });
  if (file.type !== "application/pdf") return;
  const reader = new FileReader();
  reader.addEventListener("load", () => {
    const base64 = String(reader.result).split(",")[1] ?? "";
    send({ kind: "bytes", key, base64 });
  });
  reader.readAsDataURL(file);
}
