import { useEffect, useState, type ComponentType } from "react";
import { Button, makeStyles, Spinner, tokens } from "@fluentui/react-components";
import { Camera24Regular, CheckmarkCircle16Filled } from "@fluentui/react-icons";
import { useControlStyles } from "#widgets/control-styles.ts";
import type { CameraDialogProps } from "./CameraDialog.tsx";
import { useCameraRefused } from "./use-camera.ts";
import { usePhoto, type CameraWidget, type GeoCapture } from "./use-photo.ts";

const useStyles = makeStyles({
  label: { display: "block", marginBottom: tokens.spacingVerticalXS, fontWeight: tokens.fontWeightSemibold },
  card: { display: "flex", alignItems: "center", columnGap: tokens.spacingHorizontalM, padding: tokens.spacingHorizontalM, border: `1px solid ${tokens.colorNeutralStroke1}`, borderRadius: tokens.borderRadiusXLarge, marginBottom: tokens.spacingVerticalS },
  picture: { width: "72px", height: "72px", flexShrink: 0, borderRadius: tokens.borderRadiusMedium, objectFit: "cover", backgroundColor: tokens.colorNeutralBackground3 },
  words: { minWidth: 0, overflowWrap: "anywhere" },
  quiet: { display: "block", fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200, color: tokens.colorNeutralForeground2 },
  good: { display: "flex", alignItems: "center", columnGap: tokens.spacingHorizontalXS, color: tokens.colorStatusSuccessForeground1 },
  error: { marginBlock: tokens.spacingVerticalS, color: tokens.colorStatusDangerForeground1, fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200 },
  actions: { display: "flex", flexWrap: "wrap", gap: tokens.spacingHorizontalS },
});

/** A photograph of here and now: the camera opens over the whole screen; what was taken stands in a card with its place. */
export default function LiveCamera(widget: CameraWidget) {
  const { id, labelText, label, value, services, text } = widget;
  const styles = useStyles();
  const controls = useControlStyles();
  const [Dialog, setDialog] = useState<ComponentType<CameraDialogProps>>();
  const [open, setOpen] = useState(false);
  const [unavailable, setUnavailable] = useState(false);
  const refused = useCameraRefused();
  const { progress, accept } = usePhoto(widget);
  const taken = isCapture(value) ? value : undefined;
  const busy = progress.state === "locating" || progress.state === "sending";
  const locked = widget.disabled || widget.readOnly;

  const show = () => {
    setOpen(true);
    setUnavailable(false);
    if (!Dialog) import("./CameraDialog.tsx").then((loaded) => setDialog(() => loaded.default), () => { setOpen(false); setUnavailable(true); });
  };
  const message = progress.state === "failed" ? progress.message : unavailable ? text("camera.lost") : refused && !taken ? text("camera.denied") : "";
  return (
    <div>
      <span id={`${id}-legend`} className={styles.label}>{labelText}</span>
      {taken && !busy ? <TakenCard taken={taken} widget={widget} /> : null}
      <div role="status">{busy ? <div className={styles.card}><Spinner size="tiny" /><span>{text(`camera.${progress.state}`)}</span></div> : null}</div>
      <div id={`${id}-message`} role="alert" className={message ? styles.error : undefined}>{message}</div>
      {locked ? null : (
        <div className={styles.actions}>
          <Button id={id} className={controls.button} icon={<Camera24Regular />} disabled={busy} aria-describedby={[`${id}-legend`, message ? `${id}-message` : "", widget.describedBy ?? ""].filter(Boolean).join(" ")} onClick={show}>
            {text(taken ? "camera.take-another" : "camera.take")}
          </Button>
          {progress.state === "failed" ? <Button className={controls.button} onClick={() => void accept(progress.photo)}>{text("camera.use-this")}</Button> : null}
        </div>
      )}
      {open && Dialog ? (
        <Dialog title={label} text={text} mayUpload={services.mayUploadPhotos === true} now={services.now} onClose={() => setOpen(false)} onProceed={(photo) => { setOpen(false); void accept(photo); }} />
      ) : null}
    </div>
  );
}

function TakenCard({ taken, widget: { services, text } }: { taken: GeoCapture; widget: CameraWidget }) {
  const styles = useStyles();
  const [picture, setPicture] = useState<string>();
  useEffect(() => {
    const loading = new AbortController();
    let made: string | undefined;
    services.loadFile(taken.imageUrl, loading.signal).then((bytes) => {
      if (loading.signal.aborted) return;
      made = URL.createObjectURL(bytes);
      setPicture(made);
    }, () => undefined); // the place in the card stays grey
    return () => {
      loading.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [taken.imageUrl, services]);
  const { latitude, longitude, address } = taken;
  const point = latitude === undefined || longitude === undefined ? "" : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  return (
    <div className={styles.card}>
      {picture ? <img className={styles.picture} src={picture} alt="" /> : <span aria-hidden className={styles.picture} />}
      <div className={styles.words}>
        <span className={styles.good}><CheckmarkCircle16Filled aria-hidden />{text("camera.taken")}</span>
        {address?.address ? <span className={styles.quiet}>{address.address}</span> : null}
        {point ? <span className={styles.quiet} dir="ltr">{point}</span> : null}
      </div>
    </div>
  );
}

const isCapture = (value: unknown): value is GeoCapture => typeof value === "object" && value !== null && typeof (value as GeoCapture).imageUrl === "string";
