import type { About } from "#engine/core/definitions/about.ts";
import type { BlockProps } from "./block.ts";
import { TileButton } from "./parts/TileButton.tsx";
import { toneNames } from "./parts/tones.ts";

export const contract = {
  props: {
    icon: "icon",
    label: "text",
    "status?": "text",
    "note?": "text",
    "tone?": { value: { enum: toneNames } },
    "disabled?": "rule",
    "reason?": "text",
  },
  events: { press: [] },
  offers: { press: true },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "A tile: one task with icon and status.",
  props: {
    icon: "The icon.",
    label: ["The label.", "Degree"],
    status: ["A short status.", "In progress"],
    note: ["A sentence below the label.", "Takes two days"],
    tone: "Tone of the status.",
    disabled: "A rule that disables it; give the cause in reason.",
    reason: ["Why it is disabled; empty when it is not.", "Wait for the result."],
  },
  on: { press: "Runs when it is pressed." },
} satisfies About<typeof contract>;

export function Tile({
  icon,
  label,
  status,
  note,
  tone,
  disabled,
  reason,
  document,
  scope,
  raise,
}: BlockProps<typeof contract>) {
  return (
    <TileButton
      icon={icon}
      label={label}
      status={status}
      note={note}
      tone={tone}
      disabled={disabled}
      reason={reason}
      busy={scope.isBusy(document.id, "press")}
      onPress={() => void raise("press")}
    />
  );
}
