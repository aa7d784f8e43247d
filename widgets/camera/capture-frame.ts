const jpegQuality = 0.92;
const firstFrameTimeoutMs = 5000;

/** The current frame of a video as a JPEG file; undefined when the browser has no canvas. */
export async function captureFrame(video: HTMLVideoElement, now: number): Promise<File | undefined> {
  if (video.videoWidth === 0) await firstFrame(video);
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  const context = canvas.getContext("2d");
  if (!context || canvas.width === 0) return undefined;
  context.drawImage(video, 0, 0);
  const bytes = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, "image/jpeg", jpegQuality);
  });
  return bytes ? toPhoto(bytes, now) : undefined;
}

export function toPhoto(bytes: BlobPart, now: number): File {
  return new File([bytes], `photo-${now}.jpg`, { type: "image/jpeg", lastModified: now });
}

/** A camera that has just opened needs a moment for its first frame. */
function firstFrame(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, firstFrameTimeoutMs);
    video.addEventListener(
      "loadeddata",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
