import { useEffect, useState } from "react";
import type { PaperReading, WidgetServices } from "#widgets/widget.ts";

/** Waits before each question in milliseconds: a paper with words of its own is read at once, a picture in seconds a page. */
const waits = [0, 2_000, 3_000, 5_000, 8_000, 12_000, 20_000, 30_000, 40_000];

/** What was read of a stored paper, asked for again while it is being read; undefined until then, and when it takes too long. */
export function useReading(
  fileUrl: string | undefined,
  { askReading }: Pick<WidgetServices, "askReading">,
): PaperReading | undefined {
  const [known, setKnown] = useState<{ fileUrl: string; reading: PaperReading }>();
  useEffect(() => {
    if (fileUrl === undefined || !askReading) return;
    let [gone, asked] = [false, 0];
    let timer: ReturnType<typeof setTimeout>;
    const later = () => {
      const wait = waits[asked];
      if (wait === undefined) return;
      asked += 1;
      timer = setTimeout(ask, wait);
    };
    const ask = () => {
      askReading(fileUrl).then(
        (reading) => {
          if (gone) return;
          if (reading === undefined || reading.state === "waiting") later();
          else setKnown({ fileUrl, reading });
        },
        () => gone || later(),
      );
    };
    later();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [fileUrl, askReading]);
  return known?.fileUrl === fileUrl ? known?.reading : undefined;
}
