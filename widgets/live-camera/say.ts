import type { SaidField, SayWidget } from "#widgets/said.ts";
import { keepPhoto } from "./keep-photo.ts";

/** A button that opens the camera; what was taken goes the way that it goes on a page. */
export const say: SayWidget = (field) => {
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

async function capture(photo: File, { pointer, props, services, text, onBusy, take }: SaidField): Promise<void> {
  onBusy(true);
  try {
    const { signal } = new AbortController();
    const geolocation = props["geolocation"] === true;
    const kept = await keepPhoto({ photo, pointer, geolocation, services, text, signal, onSending: () => undefined });
    if (typeof kept === "string") throw new Error(`the photo was not kept: ${kept}`);
    take(kept);
  } finally {
    onBusy(false);
  }
}
