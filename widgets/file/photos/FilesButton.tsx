import { useRef } from "react";
import { Button } from "@fluentui/react-components";
import { ImageMultiple24Regular } from "@fluentui/react-icons";
import { useCameraStyles } from "#widgets/camera/camera-styles.ts";
import type { WidgetText } from "#widgets/widget.ts";
import { usePhotosStyles } from "./photos-styles.ts";

export interface FilesButtonProps {
  text: WidgetText;
  several: boolean;
  disabled: boolean;
  /** True without a camera: this button is the main action. */
  main: boolean;
  onChosen(photos: readonly File[]): void;
}

/** Adds pages from existing images. */
export function FilesButton({ text, several, disabled, main, onChosen }: FilesButtonProps) {
  const styles = useCameraStyles();
  const photos = usePhotosStyles();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        className={main ? styles.button : photos.quiet}
        appearance={main ? "primary" : "transparent"}
        icon={<ImageMultiple24Regular />}
        disabled={disabled}
        onClick={() => picker.current?.click()}
      >
        {text("photos.add-files")}
      </Button>
      <input
        ref={picker}
        type="file"
        accept="image/jpeg,image/png"
        hidden
        multiple={several}
        aria-label={text("photos.files")}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          event.target.value = ""; // allows picking the same image again
          if (chosen.length > 0) onChosen(chosen);
        }}
      />
    </>
  );
}
