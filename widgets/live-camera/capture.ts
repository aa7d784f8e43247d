const jpegQuality = 0.92;

/** The present frame of a video as a JPEG file; undefined when the browser cannot draw it ('Canvas is not supported.'). */
export async function captureFrame(video: HTMLVideoElement, now: number): Promise<File | undefined> {
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  const context = canvas.getContext("2d");
  if (!context || canvas.width === 0) return undefined;
  context.drawImage(video, 0, 0);
  const bytes = await new Promise<Blob | null>((resolve) => { canvas.toBlob(resolve, "image/jpeg", jpegQuality); });
  return bytes ? new File([bytes], `photo-${now}.jpg`, { type: "image/jpeg", lastModified: now }) : undefined;
}
