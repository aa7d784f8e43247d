import { Skeleton, SkeletonItem } from "@fluentui/react-components";
import type { CaptchaImage, WidgetText } from "#widgets/widget.ts";
import { useCaptchaStyles } from "./captcha-styles.ts";

export interface PictureProps {
  captcha: CaptchaImage | undefined;
  failed: boolean;
  text: WidgetText;
}

/** The picture, a placeholder while it loads, or an error. */
export function Picture({ captcha, failed, text }: PictureProps) {
  const styles = useCaptchaStyles();
  return (
    <>
      {captcha ? <img className={styles.picture} src={captcha.image} alt={text("captcha.picture")} /> : null}
      {captcha || failed ? null : (
        <Skeleton className={styles.waiting} aria-label={text("search.loading")}>
          <SkeletonItem className={styles.waiting} />
        </Skeleton>
      )}
      <span role="status" className={styles.failed}>
        {failed ? text("captcha.failed") : null}
      </span>
    </>
  );
}
