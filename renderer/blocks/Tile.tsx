import type { About } from "#engine/documents/about.ts";
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

/** What an editor says of it. */
export const about = {
  is: "One thing to do, with its picture and how it stands.",
  props: {
    icon: "Its picture.",
    label: ["What it is called.", "Degree"],
    status: ["How it stands, in a word or two.", "In progress"],
    note: ["A sentence below its name.", "Takes two days"],
    tone: "How the status is coloured.",
    disabled: "Where it holds, it cannot be pressed; say why with reason.",
    reason: ["Why it cannot be pressed; empty where it can.", "Wait until it is looked at."],
  },
  on: { press: "What is done when it is pressed." },
} satisfies About<typeof contract>;

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
