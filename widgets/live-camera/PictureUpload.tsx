import { useRef } from "react";
import { Button } from "@fluentui/react-components";
import type { WidgetText } from "#widgets/widget.ts";
import { useCameraStyles } from "#widgets/camera/camera-styles.ts";

/** Windows larger than this, in pixels, count as desktops: the button names the computer instead of the gallery. */
const desktop = { width: 1080, height: 500 };

export interface PictureUploadProps {
  /** Shows the button; without it an open file chooser stays. */
  offered: boolean;
  text: WidgetText;
  onChosen(photo: File): void;
}

/** Lets an agent upload an existing picture. */
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
