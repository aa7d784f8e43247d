import { judgePaper } from "#engine/paper/judge.ts";
import type { Said, SaidField, SayWidget } from "#widgets/said.ts";
import { offersPhotos } from "./photos/offers-photos.ts";
import { isHeld } from "./tile-state.ts";

/** The paper that was given, the place for one, what reading it brought, and the camera for its pages. */
export const say: SayWidget = (field) => [
  ...sayGiven(field),
  sayPlace(field),
  ...sayReading(field),
  ...sayPhotos(field),
];

/** A paper is sent, looked at and accepted; one that needs attention is not taken. */
const sayPlace = (field: SaidField): Said => ({
  ...field.state,
  role: "file",
  name: field.label,
  value: field.value ? "Uploaded" : "",
  give: async (file) => {
    field.onBusy(true);
    try {
      field.take(await send(file, field));
    } finally {
      field.onBusy(false);
    }
  },
});

function findStored({ value, services, kept }: SaidField) {
  if (typeof value !== "string" || value === "") return undefined;
  return kept(["stored", value], async (signal) => (await services.describeFile(value, signal)) ?? null) ?? undefined;
}

function sayGiven(field: SaidField): Said[] {
  const { state, text, services, take } = field;
  const stored = findStored(field);
  if (!stored) return [];
  const { fileName: name, fileUrl } = stored;
  const held = isHeld(stored);
  return [
    ...(held ? [] : [{ role: "button", name: text("file.view", { name }), press: () => services.openFile(fileUrl) }]),
    { role: "status", name: text(held ? "file.scanning" : "file.uploaded") },
    ...(state.disabled ? [] : [{ role: "button", name: text("file.remove", { name }), press: () => take(undefined) }]),
  ];
}

/** What differs from the form, and what empty fields may take from the paper. */
function sayReading(field: SaidField): Said[] {
  const { paperFacts = [], state, services, text, kept, onTake } = field;
  const { askReading } = services;
  const stored = paperFacts.length > 0 ? findStored(field) : undefined;
  if (!stored || !askReading || isHeld(stored)) return [];
  const { fileUrl } = stored;
  const reading = kept(["reading", fileUrl], async () => (await askReading(fileUrl)) ?? null) ?? undefined;
  const { isBlank, others, offers } = judgePaper(reading, paperFacts);
  const list = others.map(({ label }) => label).join(", ");
  const warning = isBlank ? text("file.nothing-read") : list && text("file.shows-other", { list });
  return [
    ...(warning ? [{ role: "text", name: warning }] : []),
    ...(state.disabled ? [] : offers).map(({ fact, value }) => ({
      role: "button",
      name: text("file.take-read", { label: fact.label, value }),
      press: () => onTake(fact.pointer, value),
    })),
  ];
}

/** The button that opens the camera. */
function sayPhotos(field: SaidField): Said[] {
  const { label, state, text } = field;
  if (state.disabled || field.value || !offersPhotos(field)) return [];
  return [
    {
      role: "button",
      name: text("photos.take"),
      hint: [label, state.hint].filter(Boolean).join(" "),
      ...(state.error && { error: state.error }),
    },
  ];
}

async function send(file: File, { pointer, props, services }: SaidField): Promise<string> {
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
