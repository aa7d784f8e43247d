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

/** One thing to do. */
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
