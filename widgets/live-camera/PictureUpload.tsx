import { useRef } from "react";
import { Button } from "@fluentui/react-components";
import type { WidgetText } from "#widgets/widget.ts";
import { useCameraStyles } from "#widgets/camera/camera-styles.ts";

/** Windows wider and higher than this count as desktops, in pixels: their button speaks of a computer, not of a gallery. */
const desktop = { width: 1080, height: 500 };

export interface PictureUploadProps {
  /** The button is there; without it the chooser stays, for one that is open already. */
  offered: boolean;
  text: WidgetText;
  onChosen(photo: File): void;
}

/** An agent's way in: a picture from the computer or the gallery instead of one taken now. */
export function PictureUpload({ offered, text, onChosen }: PictureUploadProps) {
  const styles = useCameraStyles();
  const picker = useRef<HTMLInputElement>(null);
  const large = window.innerWidth > desktop.width && window.innerHeight > desktop.height;
  return (
    <>
      {offered ? (
        <Button className={styles.plain} appearance="outline" onClick={() => picker.current?.click()}>
          {text(large ? "camera.upload-computer" : "camera.upload-gallery")}
        </Button>
      ) : null}
      <input
        ref={picker}
        type="file"
        accept="image/jpeg,image/png"
        hidden
        aria-label={text("camera.picture-file")}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen) onChosen(chosen);
          event.target.value = "";
        }}
      />
    </>
  );
}
