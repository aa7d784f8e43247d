import { Button, makeStyles, Spinner, tokens } from "@fluentui/react-components";
import { Camera24Regular } from "@fluentui/react-icons";
import { useControlStyles } from "#widgets/control-styles.ts";
import type { CameraDialogProps } from "./CameraDialog.tsx";
import { CapturedPhotoCard } from "./CapturedPhotoCard.tsx";
import { useCameraDenied } from "#widgets/camera/use-camera.ts";
import { useLazyDialog } from "#widgets/camera/use-lazy-dialog.ts";
import type { GeoCapture } from "./store-photo.ts";
import { usePhotoUpload, type CameraWidget } from "./use-photo-upload.ts";

const useStyles = makeStyles({
  label: { display: "block", marginBottom: tokens.spacingVerticalXS, fontWeight: tokens.fontWeightSemibold },
  card: {
    display: "flex",
    alignItems: "center",
    columnGap: tokens.spacingHorizontalM,
    padding: tokens.spacingHorizontalM,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusXLarge,
    marginBottom: tokens.spacingVerticalS,
  },
  error: {
    marginBlock: tokens.spacingVerticalS,
    color: tokens.colorStatusDangerForeground1,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  actions: { display: "flex", flexWrap: "wrap", gap: tokens.spacingHorizontalS },
});

/** Takes a photo live in a full-screen camera and shows it in a card with its position. */
export default function LiveCamera(widget: CameraWidget) {
  const { id, labelText, label, value, services, text } = widget;
  const styles = useStyles();
  const controls = useControlStyles();
  const { Dialog, open, unavailable, show, close } = useLazyDialog<CameraDialogProps>(
    () => import("./CameraDialog.tsx"),
  );
  const isDenied = useCameraDenied();
  const { progress, accept } = usePhotoUpload(widget);
  const captured = isCapture(value) ? value : undefined;
  const busy = progress.state === "locating" || progress.state === "sending";
  const locked = widget.disabled || widget.readOnly;

  const message =
    progress.state === "failed"
      ? progress.message
      : unavailable
        ? text("camera.lost")
        : isDenied && !captured
          ? text("camera.denied")
          : "";
  return (
    <div>
      <span id={`${id}-legend`} className={styles.label}>
        {labelText}
      </span>
      {captured && !busy ? <CapturedPhotoCard capture={captured} widget={widget} frame={styles.card} /> : null}
      <div role="status">
        {busy ? (
          <div className={styles.card}>
            <Spinner size="tiny" />
            <span>{text(`camera.${progress.state}`)}</span>
          </div>
        ) : null}
      </div>
      <div id={`${id}-message`} role="alert" className={message ? styles.error : undefined}>
        {message}
      </div>
      {locked ? null : (
        <div className={styles.actions}>
          <Button
            id={id}
            className={controls.button}
            icon={<Camera24Regular />}
            disabled={busy}
            aria-describedby={[`${id}-legend`, message ? `${id}-message` : "", widget.describedBy ?? ""]
              .filter(Boolean)
              .join(" ")}
            onClick={show}
          >
            {text(captured ? "camera.take-another" : "camera.take")}
          </Button>
          {progress.state === "failed" ? (
            <Button className={controls.button} onClick={() => void accept(progress.photo)}>
              {text("camera.use-this")}
            </Button>
          ) : null}
        </div>
      )}
      {open && Dialog ? (
        <Dialog
          title={label}
          text={text}
          mayUpload={services.canUploadPhotos === true}
          now={services.now}
          onClose={close}
          onProceed={(photo) => {
            close();
            void accept(photo);
          }}
        />
      ) : null}
    </div>
  );
}

const isCapture = (value: unknown): value is GeoCapture =>
  typeof value === "object" && value !== null && typeof (value as GeoCapture).imageUrl === "string";
