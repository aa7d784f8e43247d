import { Button } from "@fluentui/react-components";
import { ArrowDown20Regular, ArrowUp20Regular } from "@fluentui/react-icons";
import { useControlStyles } from "#widgets/control-styles.ts";
import type { FileWidget } from "./use-upload.ts";

/** Where an entry is in its list, from 0, and how it moves. */
export interface Movable {
  readonly at: number;
  readonly last: number;
  onMove(step: 1 | -1, name: string): void;
}

interface MoveButtonsProps {
  widget: FileWidget;
  name: string;
  place: Movable;
}

/** Buttons that move a file up and down in its list; nothing for the only one. */
export function MoveButtons({ widget: { id, disabled, readOnly, text }, name, place }: MoveButtonsProps) {
  const controls = useControlStyles();
  if (place.last === 0 || disabled || readOnly) return null;
  return (
    <>
      <Button
        id={`${id}-up`}
        className={controls.iconButton}
        appearance="subtle"
        icon={<ArrowUp20Regular />}
        aria-label={text("files.move-up", { name })}
        disabled={place.at === 0}
        onClick={() => place.onMove(-1, name)}
      />
      <Button
        id={`${id}-down`}
        className={controls.iconButton}
        appearance="subtle"
        icon={<ArrowDown20Regular />}
        aria-label={text("files.move-down", { name })}
        disabled={place.at === place.last}
        onClick={() => place.onMove(1, name)}
      />
    </>
  );
}
