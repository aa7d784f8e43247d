import { useEffect, useRef, useState } from "react";
import { Button, Input, makeStyles, Skeleton, SkeletonItem, tokens } from "@fluentui/react-components";
import { ArrowClockwise20Regular, Speaker220Regular } from "@fluentui/react-icons";
import { useControlStyles } from "#widgets/control-styles.ts";
import type { WidgetProps } from "#widgets/widget.ts";
import { toBlob } from "./data-url.ts";
import { useCaptcha } from "./use-captcha.ts";

const useStyles = makeStyles({
  row: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: tokens.spacingHorizontalS,
    marginBottom: tokens.spacingVerticalS,
  },
  picture: {
    boxSizing: "border-box",
    width: "200px",
    height: "72px",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    objectFit: "contain",
    backgroundColor: "#ffffff",
  },
  // Both go below the picture where it is narrow, not one of them.
  buttons: { display: "flex", flexWrap: "wrap", gap: tokens.spacingHorizontalS },
  waiting: { width: "200px", height: "72px" },
  failed: { color: tokens.colorStatusDangerForeground1 },
});

/** The picture, another one, its sound, and the box for what was read or heard. */
export default function CaptchaInput({ id, value, onChange, onCommit, services, text, ...widget }: WidgetProps) {
  const styles = useStyles();
  const controls = useControlStyles();
  const typed = typeof value === "string" ? value : "";
  const { captcha, failed, redraw } = useCaptcha(services, widget.invalid && typed !== "", () => {
    if (typed !== "") onChange(undefined);
  });
  const play = useSound(captcha?.audioUrl);
  const locked = widget.disabled || widget.readOnly;
  return (
    <div>
      <div className={styles.row}>
        {captcha ? <img className={styles.picture} src={captcha.image} alt={text("captcha.picture")} /> : null}
        {captcha || failed ? null : (
          <Skeleton className={styles.waiting} aria-label={text("search.loading")}>
            <SkeletonItem className={styles.waiting} />
          </Skeleton>
        )}
        <span role="status" className={styles.failed}>
          {failed ? text("captcha.failed") : null}
        </span>
        <div className={styles.buttons}>
          <Button className={controls.button} icon={<ArrowClockwise20Regular />} disabled={locked} onClick={redraw}>
            {text("captcha.new")}
          </Button>
          <Button className={controls.button} icon={<Speaker220Regular />} disabled={locked || !captcha} onClick={play}>
            {text("captcha.play")}
          </Button>
        </div>
      </div>
      <Input
        id={id}
        className={controls.control}
        size="large"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        placeholder={widget.placeholder}
        readOnly={widget.readOnly}
        disabled={widget.disabled}
        aria-required={widget.required}
        aria-invalid={widget.invalid}
        aria-describedby={widget.describedBy}
        onChange={(_, data) => onChange(data.value.replace(/\s/g, "") || undefined)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => onCommit()}
      />
    </div>
  );
}

/** Plays the sound of the picture from the start; a newer picture silences an older one. */
function useSound(audioUrl: string | undefined): () => void {
  const sound = useRef<HTMLAudioElement>(undefined);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!audioUrl) return;
    const made = URL.createObjectURL(toBlob(audioUrl));
    setUrl(made);
    return () => {
      sound.current?.pause();
      sound.current = undefined;
      setUrl(undefined);
      URL.revokeObjectURL(made);
    };
  }, [audioUrl]);
  return () => {
    if (!url) return;
    sound.current ??= new Audio(url);
    sound.current.currentTime = 0;
    sound.current.play().catch(() => undefined); // a device without sound: the picture and a new one remain
  };
}
