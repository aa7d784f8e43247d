import type { Said, SaidField, SayWidget } from "#widgets/said.ts";
import { offersPhotos } from "./photos/offers-photos.ts";

/** A paper is sent, looked at and accepted; one that needs attention is not taken. Where there is none yet, its pages may be photographed. */
export const say: SayWidget = (field) => [
  {
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
  },
  ...sayPhotos(field),
];

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
