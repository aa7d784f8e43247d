import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Button, mergeClasses } from "@fluentui/react-components";
import { Dismiss24Regular } from "@fluentui/react-icons";
import type { WidgetText } from "#widgets/widget.ts";
import { useCameraStyles } from "./camera-styles.ts";
import { captureFrame } from "./capture.ts";
import { useCamera, type Facing } from "./use-camera.ts";

export interface CameraDialogProps {
  title: string;
  text: WidgetText;
  /** Agents may choose a picture instead (spec §6). */
  mayUpload: boolean;
  now(): number;
  onProceed(photo: File): void;
  onClose(): void;
}

/** Windows wider and higher than this count as desktops, in pixels (spec §9 Other). */
const desktop = { width: 1080, height: 500 };

/** Live camera → captured picture → Retake or Proceed. The browser's own modal dialog: focus and Escape are its business. */
export default function CameraDialog({ title, text, mayUpload, now, onProceed, onClose }: CameraDialogProps) {
  const styles = useCameraStyles();
  const dialog = useRef<HTMLDialogElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [facing, setFacing] = useState<Facing>("user");
  const [attempt, setAttempt] = useState(0);
  const [photo, setPhoto] = useState<File>();
  const [error, setError] = useState("");
  const camera = useCamera(!photo, facing, attempt);
  const preview = usePreview(photo);

  useLayoutEffect(() => { // before it leaves the page, so that the focus goes back to the button
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  useEffect(() => {
    if (camera.state === "live" && video.current) video.current.srcObject = camera.stream;
  }, [camera]);

  const capture = async () => {
    const taken = video.current ? await captureFrame(video.current, now()) : undefined;
    setError(taken ? "" : text("camera.no-canvas"));
    if (taken) setPhoto(taken);
  };
  const live = camera.state === "live" && !photo;
  const large = window.innerWidth > desktop.width && window.innerHeight > desktop.height;
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={title} onCancel={(event) => { event.preventDefault(); onClose(); }}>
      <div className={styles.screen}>
        <div className={styles.top}>
          <span>{title}</span>
          <Button className={styles.plain} appearance="transparent" icon={<Dismiss24Regular />} aria-label={text("camera.close")} onClick={onClose} />
        </div>
        <div className={styles.stage}>
          {preview ? <img className={styles.picture} src={preview} alt={text("camera.preview")} /> : null}
          {live ? <video ref={video} className={mergeClasses(styles.picture, facing === "user" && styles.mirrored)} autoPlay playsInline muted aria-label={text("camera.live")} /> : null}
          {live ? <span aria-hidden className={styles.outline} /> : null}
          <div role="status" className={live || photo ? undefined : styles.message}>
            {photo || live ? null : camera.state === "failed" ? <p>{text(facing === "environment" && camera.key === "camera.none" ? "camera.no-other" : camera.key)}</p> : text("camera.starting")}
          </div>
        </div>
        {error ? <div role="alert" className={styles.error}>{error}</div> : null}
        <div className={styles.bar}>
          {photo ? (
            <>
              <Button className={styles.plain} appearance="outline" onClick={() => setPhoto(undefined)}>{text("camera.retake")}</Button>
              <Button className={styles.button} appearance="primary" onClick={() => onProceed(photo)}>{text("camera.proceed")}</Button>
            </>
          ) : (
            <>
              {camera.state === "failed" ? <Button className={styles.button} appearance="primary" onClick={() => setAttempt(attempt + 1)}>{text("camera.try-again")}</Button> : null}
              {camera.state === "failed" && facing === "user" ? null : <Button className={styles.plain} appearance="outline" onClick={() => setFacing(facing === "user" ? "environment" : "user")}>{text("camera.flip")}</Button>}
              {live ? <Button className={styles.button} appearance="primary" onClick={() => void capture()}>{text("camera.capture")}</Button> : null}
              {mayUpload ? <Button className={styles.plain} appearance="outline" onClick={() => picker.current?.click()}>{text(large ? "camera.upload-computer" : "camera.upload-gallery")}</Button> : null}
            </>
          )}
          {mayUpload ? (
            <input ref={picker} type="file" accept="image/jpeg,image/png" hidden aria-label={text("camera.picture-file")} onChange={(event) => { const chosen = event.target.files?.[0]; if (chosen) setPhoto(chosen); event.target.value = ""; }} />
          ) : null}
        </div>
      </div>
    </dialog>
  );
}

function usePreview(photo: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!photo) return;
    const made = URL.createObjectURL(photo);
    setUrl(made);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(made);
    };
  }, [photo]);
  return url;
}
