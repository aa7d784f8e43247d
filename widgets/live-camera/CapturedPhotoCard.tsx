import { useEffect, useState } from "react";
import { makeStyles, tokens } from "@fluentui/react-components";
import { CheckmarkCircle16Filled } from "@fluentui/react-icons";
import type { GeoCapture } from "./store-photo.ts";
import type { CameraWidget } from "./use-photo-upload.ts";

const useStyles = makeStyles({
  picture: {
    width: "72px",
    height: "72px",
    flexShrink: 0,
    borderRadius: tokens.borderRadiusMedium,
    objectFit: "cover",
    backgroundColor: tokens.colorNeutralBackground3,
  },
  words: { minWidth: 0, overflowWrap: "anywhere" },
  quiet: {
    display: "block",
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
  },
  good: {
    display: "flex",
    alignItems: "center",
    columnGap: tokens.spacingHorizontalXS,
    color: tokens.colorStatusSuccessForeground1,
  },
});

/** The captured photo and its position as an address or coordinates. `frame` is the card's outer class. */
export function CapturedPhotoCard({
  capture,
  widget,
  frame,
}: {
  capture: GeoCapture;
  widget: CameraWidget;
  frame: string;
}) {
  const { services, text } = widget;
  const styles = useStyles();
  const picture = usePicture(capture.imageUrl, services);
  const { latitude, longitude, address } = capture;
  const point =
    latitude === undefined || longitude === undefined ? "" : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  return (
    <div className={frame}>
      {picture ? (
        <img className={styles.picture} src={picture} alt="" />
      ) : (
        <span aria-hidden className={styles.picture} />
      )}
      <div className={styles.words}>
        <span className={styles.good}>
          <CheckmarkCircle16Filled aria-hidden />
          {text("camera.taken")}
        </span>
        {address?.address ? <span className={styles.quiet}>{address.address}</span> : null}
        {point ? (
          <span className={styles.quiet} dir="ltr">
            {point}
          </span>
        ) : null}
      </div>
    </div>
  );
}

/** A blob: URL of the stored picture; undefined until it has loaded, and when loading failed. */
function usePicture(imageUrl: string, services: CameraWidget["services"]): string | undefined {
  const [picture, setPicture] = useState<string>();
  useEffect(() => {
    const loading = new AbortController();
    let created: string | undefined;
    services.loadFile(imageUrl, loading.signal).then(
      (bytes) => {
        if (loading.signal.aborted) return;
        created = URL.createObjectURL(bytes);
        setPicture(created);
      },
      () => undefined,
    ); // the preview stays grey
    return () => {
      loading.abort();
      if (created) URL.revokeObjectURL(created);
    };
  }, [imageUrl, services]);
  return picture;
}
