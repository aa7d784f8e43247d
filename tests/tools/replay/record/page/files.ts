import { nameOf } from "./named.ts";
import { pass, tell } from "./tell.ts";

let count = 0;

/** Records picked and dropped files. */
export function hearFiles(): void {
  const hear = (type: string, listen: (event: Event) => void) =>
    document.addEventListener(type, listen, { capture: true });
  hear("click", ({ isTrusted, target }) => {
    if (!isTrusted && isFileField(target)) pass({ kind: "chooser" });
  });
  hear("change", ({ target }) => {
    if (isFileField(target)) take(target, [...(target.files ?? [])]);
  });
  hear("drop", (event) => {
    const files = [...((event as DragEvent).dataTransfer?.files ?? [])];
    let holder = event.target instanceof Element ? event.target : null;
    while (holder && !holder.querySelector("input[type=file]")) holder = holder.parentElement;
    const field = isFileField(event.target) ? event.target : holder?.querySelector("input[type=file]");
    if (isFileField(field) && field !== event.target) take(field, files);
  });
}

const isFileField = (one: unknown): one is HTMLInputElement => one instanceof HTMLInputElement && one.type === "file";

function take(field: HTMLInputElement, files: readonly File[]): void {
  const [file] = files;
  if (!file) return;
  const name = nameOf(field);
  if (files.length > 1) return tell({ kind: "unsaid", what: `${files.length} files were given to '${name}' at once` });
  count += 1;
  const key = `${Date.now()}-${count}`;
  tell({ kind: "upload", name, paper: { name: file.name, type: file.type, sizeBytes: file.size }, key });
  if (file.type !== "application/pdf") return;
  const reader = new FileReader();
  reader.addEventListener("load", () => {
    const base64 = String(reader.result).split(",")[1] ?? "";
    pass({ kind: "bytes", key, base64 });
  });
  reader.readAsDataURL(file);
}
