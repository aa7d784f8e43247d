import { useRef, useState } from "react";
import { CameraFrame } from "#widgets/camera/CameraFrame.tsx";
import { captureFrame } from "#widgets/camera/capture-frame.ts";
import { useCamera } from "#widgets/camera/use-camera.ts";
import type { WidgetText } from "#widgets/widget.ts";
import { FilesButton } from "./FilesButton.tsx";
import { DiscardDialog } from "./DiscardDialog.tsx";
import { PagesView } from "./PagesView.tsx";
import { DocumentCamera } from "./DocumentCamera.tsx";
import { usePages } from "./use-pages.ts";
import { usePhotosStyles } from "./photos-styles.ts";

export interface PhotosDialogProps {
  title: string;
  text: WidgetText;
  /** Maximum number of pages; a file of one page is an image. */
  maxPages: number;
  anySize: boolean;
  now(): number;
  onFile(file: File): void;
  onClose(): void;
}

/** Preferred side in pixels: about 200 dots per inch on A4, which small print needs. */
const documentSide = 2560;

/** Photographs the pages of a document and makes one file of them. */
export default function PhotosDialog({ title, text, maxPages, anySize, now, onFile, onClose }: PhotosDialogProps) {
  const styles = usePhotosStyles();
  const video = useRef<HTMLVideoElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [view, setView] = useState<"camera" | "pages">("camera");
  /** Key of the page to retake. */
  const [retakeKey, setRetakeKey] = useState<number>();
  const [isLeaving, setIsLeaving] = useState(false);
  const camera = useCamera(true, "environment", attempt, documentSide);
  const pages = usePages(maxPages, text);
  const several = maxPages > 1;

  const toPages = () => {
    setRetakeKey(undefined);
    setView("pages");
  };
  const add = async (photos: readonly Blob[]) => {
    if ((await pages.add(photos, retakeKey)) > 0) toPages();
  };
  const capture = async () => {
    if (pages.busy) return;
    const photo = video.current ? await captureFrame(video.current, now()) : undefined;
    if (photo) await add([photo]);
    else pages.setProblem(text("camera.no-canvas"));
  };
  const use = async () => {
    const file = await pages.make({ name: title, asPdf: several, anySize, now: now() });
    if (file) onFile(file);
  };
  const leave = () => (pages.pages.length > 0 ? setIsLeaving(true) : onClose());
  const files = (
    <FilesButton
      text={text}
      several={several && retakeKey === undefined}
      disabled={pages.busy !== undefined}
      main={camera.state === "failed" && view === "camera"}
      onChosen={(chosen) => void add(chosen)}
    />
  );
  return (
    <CameraFrame title={title} text={text} onLeave={leave}>
      {view === "camera" ? (
        <DocumentCamera
          video={video}
          camera={camera}
          pages={pages}
          retakeNumber={retakeKey === undefined ? undefined : pages.at + 1}
          text={text}
          files={files}
          onRetry={() => setAttempt(attempt + 1)}
          onCapture={() => void capture()}
          onPages={toPages}
        />
      ) : (
        <PagesView
          pages={pages}
          maxPages={maxPages}
          text={text}
          files={files}
          onAdd={() => setView("camera")}
          onRetake={(key) => {
            setRetakeKey(key);
            setView("camera");
          }}
          onEmpty={() => setView("camera")}
          onUse={() => void use()}
        />
      )}
      <div role="alert" className={pages.problem ? styles.problem : undefined}>
        {pages.problem}
      </div>
      {isLeaving ? <DiscardDialog text={text} onStay={() => setIsLeaving(false)} onLeave={onClose} /> : null}
    </CameraFrame>
  );
}
