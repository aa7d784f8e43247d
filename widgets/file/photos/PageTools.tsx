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
import type { TextKey } from "#engine/core/definitions/text-keys.ts";
import type { WidgetText } from "#widgets/widget.ts";
import type { PhotoPage } from "./photo-page.ts";
import { usePhotosStyles } from "./photos-styles.ts";
import type { Pages } from "./use-pages.ts";

interface Tool {
  readonly key: TextKey;
  readonly icon: ReactElement;
  readonly disabled?: boolean;
  action(): void;
}

export interface PageToolsProps {
  pages: Pages;
  page: PhotoPage;
  text: WidgetText;
  onRetake(): void;
  onRemove(): void;
}

/** Tools for the selected page. */
export function PageTools({ pages, page, text, onRetake, onRemove }: PageToolsProps) {
  const styles = usePhotosStyles();
  const { at, busy } = pages;
  const all = pages.pages.length;
  const tools: Tool[] = [
    { key: "photos.turn", icon: <ArrowRotateClockwise20Regular />, action: pages.rotate },
    ...(all > 1
      ? ([
          { key: "photos.earlier", icon: <ArrowLeft20Regular />, disabled: at === 0, action: () => pages.move(-1) },
          { key: "photos.later", icon: <ArrowRight20Regular />, disabled: at === all - 1, action: () => pages.move(1) },
        ] satisfies Tool[])
      : []),
    ...(page.cropped
      ? [
          {
            key: page.isCropped ? "photos.whole" : "photos.cut",
            icon: <Crop20Regular />,
            action: pages.toggleCrop,
          } satisfies Tool,
        ]
      : []),
    { key: "camera.retake", icon: <Camera20Regular />, action: onRetake },
    { key: "photos.remove", icon: <Delete20Regular />, action: onRemove },
  ];
  return (
    <div role="group" aria-label={text("photos.page", { n: at + 1, all })} className={styles.tools}>
      {tools.map(({ key, icon, disabled, action }) => (
        <Button
          key={key}
          className={styles.tool}
          appearance="transparent"
          icon={icon}
          disabledFocusable={disabled === true || busy !== undefined}
          onClick={action}
        >
          {text(key)}
        </Button>
      ))}
    </div>
  );
}
