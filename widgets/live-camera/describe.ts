import type { DescribedField, DescribeWidget } from "#widgets/accessible-node.ts";
import { storePhoto } from "./store-photo.ts";

/** The button that opens the camera; a captured photo is stored as on a page. */
export const describe: DescribeWidget = (field) => {
  const { label, state, value, text } = field;
  if (state.disabled) return [];
  const { hint, error } = state;
  return [
    {
      role: "button",
      name: text(value ? "camera.take-another" : "camera.take"),
      hint: [label, hint].filter(Boolean).join(" "),
      ...(error && { error }),
      capture: (photo) => capture(photo, field),
    },
  ];
};

async function capture(photo: File, { pointer, props, services, text, onBusy, commit }: DescribedField): Promise<void> {
  onBusy(true);
  try {
    const { signal } = new AbortController();
    const geolocation = props["geolocation"] === true;
    const stored = await storePhoto({
      photo,
      pointer,
      geolocation,
      services,
      text,
      signal,
      onSending: () => undefined,
    });
    if (typeof stored === "string") throw new Error(`the photo was not stored: ${stored}`);
    commit(stored);
  } finally {
    onBusy(false);
  }
}
