import type { About } from "#engine/core/definitions/about.ts";
import type { BlockProps } from "./block.ts";

export const contract = { props: { src: { value: { type: "string" } }, label: "text" } } as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "A video with controls and without a download button.",
  props: {
    src: ["The address.", { var: "organisation.demoVideo" }],
    label: ["The accessible name.", "How it is done"],
  },
} satisfies About<typeof contract>;

/** A video with controls and without a download button. */
export function Video({ src, label }: BlockProps<typeof contract>) {
  return typeof src === "string" && src ? (
    <video src={src} aria-label={label} controls controlsList="nodownload" style={{ width: "100%", borderRadius: 8 }} />
  ) : null;
}
