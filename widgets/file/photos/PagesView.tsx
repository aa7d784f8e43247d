import { useEffect, useRef, type ReactNode } from "react";
import { Button, mergeClasses } from "@fluentui/react-components";
import { useCameraStyles } from "#widgets/camera/camera-styles.ts";
import { useObjectUrl } from "#widgets/camera/use-object-url.ts";
import type { WidgetText } from "#widgets/widget.ts";
import { getVisibleImage, type PhotoPage } from "./photo-page.ts";
import { PageTools } from "./PageTools.tsx";
import { usePhotosStyles } from "./photos-styles.ts";
import type { Pages } from "./use-pages.ts";

export interface PagesViewProps {
  pages: Pages;
  maxPages: number;
  text: WidgetText;
  files: ReactNode;
  onAdd(): void;
  onRetake(key: number): void;
  /** Called when the last page was removed. */
  onEmpty(): void;
  onUse(): void;
}

/** The photographed pages: one large with its tools, and all in a strip. */
export function PagesView({ pages, maxPages, text, files, onAdd, onRetake, onEmpty, onUse }: PagesViewProps) {
  const styles = usePhotosStyles();
  const common = useCameraStyles();
  const start = useRef<HTMLDivElement>(null);
  useEffect(() => start.current?.focus(), []);
  const { at, busy } = pages;
  const all = pages.pages.length;
  const page = pages.pages[at];
  if (!page) return null;
  return (
    <>
      <div ref={start} tabIndex={-1} className={mergeClasses(common.stage, styles.document)}>
        <Picture page={page} className={styles.large} alt={text("photos.page", { n: at + 1, all })} />
      </div>
      <div role="status" className={styles.note}>
        {busy
          ? text(busy)
          : `${text("photos.page", { n: at + 1, all })}${page.cropped ? "" : ` · ${text("photos.no-edge")}`}`}
      </div>
      <PageTools
        pages={pages}
        page={page}
        text={text}
        onRetake={() => onRetake(page.key)}
        onRemove={() => {
          pages.remove();
          if (all === 1) onEmpty();
        }}
      />
      {all > 1 ? (
        <ol className={styles.strip} aria-label={text("file.pages")}>
          {pages.pages.map((one, i) => (
            <li key={one.key}>
              <button
                type="button"
                className={mergeClasses(styles.thumb, i === at && styles.chosen)}
                aria-label={text("photos.page", { n: i + 1, all })}
                aria-current={i === at}
                onClick={() => pages.select(i)}
              >
                <Picture page={one} className={styles.small} alt="" />
                <span aria-hidden className={styles.number}>
                  {i + 1}
                </span>
              </button>
            </li>
          ))}
        </ol>
      ) : null}
      <div className={common.bar}>
        {all < maxPages ? (
          <>
            {files}
            <Button
              className={mergeClasses(common.plain, styles.beside)}
              appearance="outline"
              disabled={busy !== undefined}
              onClick={onAdd}
            >
              {text("photos.another")}
            </Button>
          </>
        ) : null}
        <Button
          className={mergeClasses(common.button, styles.use)}
          appearance="primary"
          disabled={busy !== undefined}
          onClick={onUse}
        >
          {text(all > 1 ? "photos.use" : "photos.use-one")}
        </Button>
      </div>
    </>
  );
}

/** A page as it will appear in the file. */
function Picture({ page, className, alt }: { page: PhotoPage; className: string; alt: string }) {
  const url = useObjectUrl(getVisibleImage(page));
  const turned = page.quarterTurns % 2 === 1;
  return url ? (
    <img
      className={className}
      style={{
        transform: `rotate(${page.quarterTurns * 90}deg)`,
        ...(turned && { maxWidth: "100cqh", maxHeight: "100cqw" }),
      }}
      src={url}
      alt={alt}
    />
  ) : null;
}
