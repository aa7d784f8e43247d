import { useRef, useState } from "react";
import { CameraFrame } from "#widgets/camera/CameraFrame.tsx";
import { captureFrame } from "#widgets/camera/capture-frame.ts";
import { useCamera } from "#widgets/camera/use-camera.ts";
import type { WidgetText } from "#widgets/widget.ts";
import { FilesButton } from "./FilesButton.tsx";
import { LeaveQuestion } from "./LeaveQuestion.tsx";
import { PagesView } from "./PagesView.tsx";
import { PaperCamera } from "./PaperCamera.tsx";
import { usePages } from "./use-pages.ts";
import { usePhotosStyles } from "./photos-styles.ts";

export interface PhotosDialogProps {
  title: string;
  text: WidgetText;
  /** How many pages the file may have; one alone is sent as a picture. */
  mostPages: number;
  anySize: boolean;
  now(): number;
  onTaken(file: File): void;
  onClose(): void;
}

/** The side wished for in pixels: small print is read at about 200 dots per inch of A4. */
const paperSide = 2560;

/** A paper's pages, photographed one after the other: the camera, the pages taken, and one file of them at the end. */
export default function PhotosDialog({ title, text, mostPages, anySize, now, onTaken, onClose }: PhotosDialogProps) {
  const styles = usePhotosStyles();
  const video = useRef<HTMLVideoElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [showing, setShowing] = useState<"camera" | "pages">("camera");
  /** The key of the page that is taken again. */
  const [again, setAgain] = useState<number>();
  const [leaving, setLeaving] = useState(false);
  const camera = useCamera(true, "environment", attempt, paperSide);
  const pages = usePages(mostPages, text);
  const several = mostPages > 1;

  const toPages = () => {
    setAgain(undefined);
    setShowing("pages");
  };
  const add = async (photos: readonly Blob[]) => {
    if ((await pages.add(photos, again)) > 0) toPages();
  };
  const capture = async () => {
    if (pages.busy) return;
    const photo = video.current ? await captureFrame(video.current, now()) : undefined;
    if (photo) await add([photo]);
    else pages.tell(text("camera.no-canvas"));
  };
  const use = async () => {
    const file = await pages.make({ name: title, asPdf: several, anySize, now: now() });
    if (file) onTaken(file);
  };
  const leave = () => (pages.pages.length > 0 ? setLeaving(true) : onClose());
  const files = (
    <FilesButton
      text={text}
      several={several && again === undefined}
      disabled={pages.busy !== undefined}
      main={camera.state === "failed" && showing === "camera"}
      onChosen={(chosen) => void add(chosen)}
    />
  );
  return (
    <CameraFrame title={title} text={text} onLeave={leave}>
      {showing === "camera" ? (
        <PaperCamera
          video={video}
          camera={camera}
          pages={pages}
          again={again === undefined ? undefined : pages.at + 1}
          text={text}
          files={files}
          onRetry={() => setAttempt(attempt + 1)}
          onCapture={() => void capture()}
          onPages={toPages}
        />
      ) : (
        <PagesView
          pages={pages}
          mostPages={mostPages}
          text={text}
          files={files}
          onAnother={() => setShowing("camera")}
          onAgain={(key) => {
            setAgain(key);
            setShowing("camera");
          }}
          onEmpty={() => setShowing("camera")}
          onUse={() => void use()}
        />
      )}
      <div role="alert" className={pages.problem ? styles.problem : undefined}>
        {pages.problem}
      </div>
      {leaving ? <LeaveQuestion text={text} onStay={() => setLeaving(false)} onLeave={onClose} /> : null}
    </CameraFrame>
  );
}
