import type { ReactElement } from "react";
import { Button } from "@fluentui/react-components";
import {
  ArrowLeft20Regular,
  ArrowRight20Regular,
  ArrowRotateClockwise20Regular,
  Camera20Regular,
  Crop20Regular,
  Delete20Regular,
} from "@fluentui/react-icons";
import type { TextKey } from "#engine/documents/text-keys.ts";
import type { WidgetText } from "#widgets/widget.ts";
import type { PaperPage } from "./paper-page.ts";
import { usePhotosStyles } from "./photos-styles.ts";
import type { Pages } from "./use-pages.ts";

interface Tool {
  readonly key: TextKey;
  readonly icon: ReactElement;
  readonly off?: boolean;
  does(): void;
}

export interface PageToolsProps {
  pages: Pages;
  page: PaperPage;
  text: WidgetText;
  onAgain(): void;
  onRemove(): void;
}

/** What can be done with the page that is looked at. */
export function PageTools({ pages, page, text, onAgain, onRemove }: PageToolsProps) {
  const styles = usePhotosStyles();
  const { at, busy } = pages;
  const all = pages.pages.length;
  const tools: Tool[] = [
    { key: "photos.turn", icon: <ArrowRotateClockwise20Regular />, does: pages.turn },
    ...(all > 1
      ? ([
          { key: "photos.earlier", icon: <ArrowLeft20Regular />, off: at === 0, does: () => pages.move(-1) },
          { key: "photos.later", icon: <ArrowRight20Regular />, off: at === all - 1, does: () => pages.move(1) },
        ] satisfies Tool[])
      : []),
    ...(page.sheet
      ? [{ key: page.cut ? "photos.whole" : "photos.cut", icon: <Crop20Regular />, does: pages.cut } satisfies Tool]
      : []),
    { key: "camera.retake", icon: <Camera20Regular />, does: onAgain },
    { key: "photos.remove", icon: <Delete20Regular />, does: onRemove },
  ];
  return (
    <div role="group" aria-label={text("photos.page", { n: at + 1, all })} className={styles.tools}>
      {tools.map(({ key, icon, off, does }) => (
        <Button
          key={key}
          className={styles.tool}
          appearance="transparent"
          icon={icon}
          disabledFocusable={off === true || busy !== undefined}
          onClick={does}
        >
          {text(key)}
        </Button>
      ))}
    </div>
  );
}
