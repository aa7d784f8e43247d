import { useState } from "react";
import { Button, Input } from "@fluentui/react-components";
import { ArrowClockwise20Regular } from "@fluentui/react-icons";
import { useControlStyles } from "#widgets/control-styles.ts";
import type { WidgetProps } from "#widgets/widget.ts";
import { useCaptchaStyles } from "./captcha-styles.ts";
import { Picture } from "./Picture.tsx";
import { useCaptcha } from "./use-captcha.ts";
import { useWork } from "./use-work.ts";
import { WorkDone } from "./WorkDone.tsx";

/** The picture, another one, and the box for what was read; or what the device does for who cannot read it. */
export default function CaptchaInput(widget: WidgetProps) {
  const { id, label, value, onChange, onCommit, onBusy, services, text } = widget;
  const styles = useCaptchaStyles();
  const controls = useControlStyles();
  const [byWork, setByWork] = useState(false);
  const typed = typeof value === "string" ? value : "";
  const refused = widget.invalid && typed !== "";
  const empty = () => {
    if (typed !== "") onChange(undefined);
  };
  const { captcha, failed, redraw } = useCaptcha(!byWork, services, refused, empty);
  const { work, again } = useWork(byWork, refused, {
    services,
    onAnswer: (answer) => (answer === undefined ? empty() : onCommit(answer)),
    onBusy: (busy) => onBusy?.(busy),
  });
  const locked = widget.disabled || widget.readOnly;
  return (
    <div>
      <div
        className={styles.row}
        {...(byWork && { id, role: "group", "aria-label": label, "aria-describedby": widget.describedBy })}
      >
        {byWork ? <WorkDone work={work} text={text} /> : <Picture captcha={captcha} failed={failed} text={text} />}
        <div className={styles.buttons}>
          {byWork ? null : (
            <Button className={controls.button} icon={<ArrowClockwise20Regular />} disabled={locked} onClick={redraw}>
              {text("captcha.new")}
            </Button>
          )}
          {byWork && work.state === "failed" ? (
            <Button className={controls.button} icon={<ArrowClockwise20Regular />} disabled={locked} onClick={again}>
              {text("captcha.again")}
            </Button>
          ) : null}
          <Button
            key="way"
            className={controls.button}
            disabled={locked}
            onClick={() => {
              empty();
              setByWork(!byWork);
            }}
          >
            {text(byWork ? "captcha.back" : "captcha.unreadable")}
          </Button>
        </div>
      </div>
      {byWork ? null : <Box widget={widget} typed={typed} />}
    </div>
  );
}

/** The box for what was read; spaces do not count. */
function Box({ widget, typed }: { widget: WidgetProps; typed: string }) {
  const controls = useControlStyles();
  return (
    <Input
      id={widget.id}
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
      onChange={(_, data) => widget.onChange(data.value.replace(/\s/g, "") || undefined)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => widget.onCommit()}
    />
  );
}
