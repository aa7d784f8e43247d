import { useEffect, useState } from "react";
import type { StoredFile, WidgetServices } from "#widgets/widget.ts";
import { isQuarantined } from "./tile-state.ts";

/** Name and size of the stored file. Until the server answers, the name is the end of its address. */
export function useStoredFile(fileUrl: string | undefined, services: WidgetServices): StoredFile | undefined {
  const [described, setDescribed] = useState<StoredFile>();
  useEffect(() => {
    if (!fileUrl) return;
    const controller = new AbortController();
    services.describeFile(fileUrl, controller.signal).then(
      (stored) => {
        if (stored && !controller.signal.aborted) setDescribed({ ...stored, fileUrl });
      },
      () => undefined, // the tile shows the name it has
    );
    return () => controller.abort();
  }, [fileUrl, services]);
  if (!fileUrl) return undefined;
  return described?.fileUrl === fileUrl ? described : { fileUrl, fileName: fileUrl.split("/").pop() ?? fileUrl };
}

const thumbnailLimitBytes = 2 * 1024 * 1024;

/** A blob: URL of the preview: of the chosen file, or of a stored image under the size limit. */
export function useThumbnail(
  file: File | undefined,
  stored?: StoredFile,
  services?: WidgetServices,
): string | undefined {
  const [url, setUrl] = useState<string>();
  const previewUrl =
    !file &&
    !isQuarantined(stored) &&
    stored?.type?.startsWith("image/") &&
    (stored.sizeBytes ?? Infinity) <= thumbnailLimitBytes
      ? stored.fileUrl
      : undefined;
  useEffect(() => {
    const loading = new AbortController();
    let created: string | undefined;
    const show = (bytes: Blob) => {
      if (loading.signal.aborted || !bytes.type.startsWith("image/")) return;
      created = URL.createObjectURL(bytes);
      setUrl(created);
    };
    if (file) show(file);
    else if (previewUrl) services?.loadFile(previewUrl, loading.signal).then(show, () => undefined); // the icon stays
    return () => {
      loading.abort();
      setUrl(undefined);
      if (created) URL.revokeObjectURL(created);
    };
  }, [file, previewUrl, services]);
  return url;
}
