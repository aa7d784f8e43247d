import { useEffect, useState } from "react";
import type { StoredFile, WidgetServices } from "#widgets/widget.ts";
import { isHeld } from "./tile-state.ts";

/** Name and size of a file that is the field's value already; the end of its address until the server has said more. */
export function useStoredFile(fileUrl: string | undefined, services: WidgetServices): StoredFile | undefined {
  const [known, setKnown] = useState<StoredFile>();
  useEffect(() => {
    if (!fileUrl) return;
    const asking = new AbortController();
    services.describeFile(fileUrl, asking.signal).then(
      (stored) => {
        if (stored && !asking.signal.aborted) setKnown({ ...stored, fileUrl });
      },
      () => undefined, // the tile shows what it knows
    );
    return () => asking.abort();
  }, [fileUrl, services]);
  if (!fileUrl) return undefined;
  return known?.fileUrl === fileUrl ? known : { fileUrl, fileName: fileUrl.split("/").pop() ?? fileUrl };
}

const thumbnailLimitBytes = 2 * 1024 * 1024;

/** A blob: URL that shows the picture: of the chosen file, or of a stored image that is small enough to fetch for it. */
export function useThumbnail(
  file: File | undefined,
  stored?: StoredFile,
  services?: WidgetServices,
): string | undefined {
  const [url, setUrl] = useState<string>();
  const wanted =
    !file &&
    !isHeld(stored) &&
    stored?.type?.startsWith("image/") &&
    (stored.sizeBytes ?? Infinity) <= thumbnailLimitBytes
      ? stored.fileUrl
      : undefined;
  useEffect(() => {
    const loading = new AbortController();
    let made: string | undefined;
    const show = (bytes: Blob) => {
      if (loading.signal.aborted || !bytes.type.startsWith("image/")) return;
      made = URL.createObjectURL(bytes);
      setUrl(made);
    };
    if (file) show(file);
    else if (wanted) services?.loadFile(wanted, loading.signal).then(show, () => undefined); // the icon stays
    return () => {
      loading.abort();
      setUrl(undefined);
      if (made) URL.revokeObjectURL(made);
    };
  }, [file, wanted, services]);
  return url;
}
