import { useEffect, useState } from "react";
import type { DocumentReading, WidgetServices } from "#widgets/widget.ts";

/** Milliseconds before each poll: text PDFs are read at once, images in seconds per page. */
const pollDelays = [0, 2_000, 3_000, 5_000, 8_000, 12_000, 20_000, 30_000, 40_000];

/** Polls the reading of a stored document; undefined until it is ready or when polling gives up. */
export function useDocumentReading(
  fileUrl: string | undefined,
  { getDocumentReading }: Pick<WidgetServices, "getDocumentReading">,
): DocumentReading | undefined {
  const [latest, setLatest] = useState<{ fileUrl: string; reading: DocumentReading }>();
  useEffect(() => {
    if (fileUrl === undefined || !getDocumentReading) return;
    let [cancelled, polls] = [false, 0];
    let timer: ReturnType<typeof setTimeout>;
    const schedule = () => {
      const delay = pollDelays[polls];
      if (delay === undefined) return;
      polls += 1;
      timer = setTimeout(poll, delay);
    };
    const poll = () => {
      getDocumentReading(fileUrl).then(
        (reading) => {
          if (cancelled) return;
          if (reading === undefined || reading.state === "waiting") schedule();
          else setLatest({ fileUrl, reading });
        },
        () => cancelled || schedule(),
      );
    };
    schedule();
    return () => {
      cancelled = true;
      clearTimeout(timer);
    };
  }, [fileUrl, getDocumentReading]);
  return latest?.fileUrl === fileUrl ? latest?.reading : undefined;
}
