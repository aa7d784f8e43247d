import { useEffect, useState } from "react";
import { makeStyles, tokens } from "@fluentui/react-components";
import { CheckmarkCircle16Filled } from "@fluentui/react-icons";
import type { GeoCapture } from "./keep-photo.ts";
import type { CameraWidget } from "./use-photo.ts";

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

/** What was taken: the picture, and the place in words or as a point. `frame` is the card's outer style. */
export function TakenCard({ taken, widget, frame }: { taken: GeoCapture; widget: CameraWidget; frame: string }) {
  const { services, text } = widget;
  const styles = useStyles();
  const picture = usePicture(taken.imageUrl, services);
  const { latitude, longitude, address } = taken;
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

/** The stored picture as an address for an image; undefined until it has come, and when it cannot come. */
function usePicture(imageUrl: string, services: CameraWidget["services"]): string | undefined {
  const [picture, setPicture] = useState<string>();
  useEffect(() => {
    const loading = new AbortController();
    let made: string | undefined;
    services.loadFile(imageUrl, loading.signal).then(
      (bytes) => {
        if (loading.signal.aborted) return;
        made = URL.createObjectURL(bytes);
        setPicture(made);
      },
      () => undefined,
    ); // the place in the card stays grey
    return () => {
      loading.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [imageUrl, services]);
  return picture;
}
