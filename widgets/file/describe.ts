import { compareReading } from "#engine/vision/reading/compare-reading.ts";
import type { AccessibleNode, DescribedField, DescribeWidget } from "#widgets/accessible-node.ts";
import { listFileUrls } from "./file-places.ts";
import { offersPhotos } from "./photos/offers-photos.ts";
import { isQuarantined } from "./tile-state.ts";

/** The uploaded documents, the upload control, the result of reading a document, and the camera button. */
export const describe: DescribeWidget = (field) =>
  typeof field.props["max"] === "number"
    ? describeSeveral(field, field.props["max"])
    : [
        ...describeStoredFile(field),
        describeUpload(field),
        ...describeReading(field),
        ...describeCameraButton(field, Boolean(field.value)),
      ];

/** A group with each stored document, and the upload control while there is room for another one. */
function describeSeveral(field: DescribedField, max: number): AccessibleNode[] {
  const urls = listFileUrls(field.value);
  const commit = (next: readonly string[]) => field.commit(next.length === 0 ? undefined : next);
  const stored = urls.flatMap((value, at) =>
    describeStoredFile(
      {
        ...field,
        value,
        commit: () => commit(urls.filter((_, i) => i !== at)),
      },
      describeMoves({ ...field, value }, at, urls),
    ),
  );
  const hasRoom = urls.length < max && !field.state.disabled;
  const add: DescribedField = { ...field, value: undefined, commit: (url) => commit([...urls, String(url)]) };
  const count = field.text("files.count", { n: urls.length, max });
  return [
    {
      role: "group",
      name: field.plainLabel,
      children: [
        ...stored,
        ...(hasRoom ? [describeUpload(add), { role: "text", name: count }, ...describeCameraButton(add, false)] : []),
      ],
    },
  ];
}

/** The buttons that move a document up and down. */
function describeMoves(field: DescribedField, at: number, urls: readonly string[]): AccessibleNode[] {
  const { state, text, commit } = field;
  const { fileName: name = "" } = findStored(field) ?? {};
  if (state.disabled || urls.length < 2 || name === "") return [];
  const toNode = (key: "files.move-up" | "files.move-down", step: 1 | -1): AccessibleNode => {
    const other = urls[at + step];
    return {
      role: "button",
      name: text(key, { name }),
      ...(other === undefined
        ? { disabled: true }
        : {
            press: () => commit(urls.map((url, i) => (i === at ? other : i === at + step ? urls[at] : url))),
          }),
    };
  };
  return [toNode("files.move-up", -1), toNode("files.move-down", 1)];
}

/** Uploads, checks and accepts a document; a document with a problem is rejected. */
const describeUpload = (field: DescribedField): AccessibleNode => ({
  ...field.state,
  role: "file",
  name: field.label,
  value: field.value ? "Uploaded" : "",
  upload: async (file) => {
    field.onBusy(true);
    try {
      field.commit(await send(file, field));
    } finally {
      field.onBusy(false);
    }
  },
});

function findStored({ value, services, cached }: DescribedField) {
  if (typeof value !== "string" || value === "") return undefined;
  return cached(["stored", value], async (signal) => (await services.describeFile(value, signal)) ?? null) ?? undefined;
}

function describeStoredFile(field: DescribedField, tools: readonly AccessibleNode[] = []): AccessibleNode[] {
  const { state, text, services, commit } = field;
  const stored = findStored(field);
  if (!stored) return [];
  const { fileName: name, fileUrl } = stored;
  const isHeldBack = isQuarantined(stored);
  return [
    ...(isHeldBack
      ? []
      : [{ role: "button", name: text("file.view", { name }), press: () => services.openFile(fileUrl) }]),
    { role: "status", name: text(isHeldBack ? "file.scanning" : "file.uploaded") },
    ...tools,
    ...(state.disabled
      ? []
      : [{ role: "button", name: text("file.remove", { name }), press: () => commit(undefined) }]),
  ];
}

/** Differences from the form, and values for empty fields. */
function describeReading(field: DescribedField): AccessibleNode[] {
  const { documentFacts = [], state, services, text, cached, onFillField } = field;
  const { getDocumentReading } = services;
  const stored = documentFacts.length > 0 ? findStored(field) : undefined;
  if (!stored || !getDocumentReading || isQuarantined(stored)) return [];
  const { fileUrl } = stored;
  const reading = cached(["reading", fileUrl], async () => (await getDocumentReading(fileUrl)) ?? null) ?? undefined;
  const { isBlank, differing, suggestions } = compareReading(reading, documentFacts);
  const list = differing.map(({ label }) => label).join(", ");
  const warning = isBlank ? text("file.no-text-found") : list && text("file.content-differs", { list });
  return [
    ...(warning ? [{ role: "text", name: warning }] : []),
    ...(state.disabled ? [] : suggestions).map(({ fact, value }) => ({
      role: "button",
      name: text("file.use-read-value", { label: fact.label, value }),
      press: () => onFillField(fact.pointer, value),
    })),
  ];
}

/** The camera button. */
function describeCameraButton(field: DescribedField, hasFile: boolean): AccessibleNode[] {
  const { label, state, text } = field;
  if (state.disabled || hasFile || !offersPhotos(field)) return [];
  return [
    {
      role: "button",
      name: text("photos.take"),
      hint: [label, state.hint].filter(Boolean).join(" "),
      ...(state.error && { error: state.error }),
    },
  ];
}

async function send(file: File, { pointer, props, services }: DescribedField): Promise<string> {
  const { uploadId, stored, report } = await services.upload(file, {
    ...(typeof props["category"] === "string" && { category: props["category"] }),
    fieldName: pointer.split("/").pop() ?? "",
    detectIssues: props["detectIssues"] === true,
    resumeKey: [pointer, file.name, file.size, file.lastModified].join("|"),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  if (report && report.state !== "COMPLETED")
    throw new Error(`${file.name} needs attention: ${report.reason ?? report.state}`);
  return (stored ?? (await services.acceptUpload(uploadId))).fileUrl;
}
