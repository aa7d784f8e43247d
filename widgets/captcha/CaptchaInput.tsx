import { useState } from "react";
import { Button, Input } from "@fluentui/react-components";
import { ArrowClockwise20Regular } from "@fluentui/react-icons";
import { useControlStyles } from "#widgets/control-styles.ts";
import type { WidgetProps } from "#widgets/widget.ts";
import { useCaptchaStyles } from "./captcha-styles.ts";
import { Picture } from "./Picture.tsx";
import { useCaptcha } from "./use-captcha.ts";
import { useProofOfWork } from "./use-proof-of-work.ts";
import { ProofOfWorkStatus } from "./ProofOfWorkStatus.tsx";

/** A captcha picture with a text box, or a proof of work for people who cannot read it. */
export default function CaptchaInput(widget: WidgetProps) {
  const { id, label, value, onChange, onCommit, onBusy, services, text } = widget;
  const styles = useCaptchaStyles();
  const controls = useControlStyles();
  const [usesProofOfWork, setUsesProofOfWork] = useState(false);
  const typed = typeof value === "string" ? value : "";
  const refused = widget.invalid && typed !== "";
  const clear = () => {
    if (typed !== "") onChange(undefined);
  };
  const { captcha, failed, redraw } = useCaptcha(!usesProofOfWork, services, refused, clear);
  const { work, restart } = useProofOfWork(usesProofOfWork, refused, {
    services,
    onAnswer: (answer) => (answer === undefined ? clear() : onCommit(answer)),
    onBusy: (busy) => onBusy?.(busy),
  });
  const locked = widget.disabled || widget.readOnly;
  return (
    <div>
      <div
        className={styles.row}
        {...(usesProofOfWork && { id, role: "group", "aria-label": label, "aria-describedby": widget.describedBy })}
      >
        {usesProofOfWork ? (
          <ProofOfWorkStatus work={work} text={text} />
        ) : (
          <Picture captcha={captcha} failed={failed} text={text} />
        )}
        <div className={styles.buttons}>
          {usesProofOfWork ? null : (
            <Button className={controls.button} icon={<ArrowClockwise20Regular />} disabled={locked} onClick={redraw}>
              {text("captcha.new")}
            </Button>
          )}
          {usesProofOfWork && work.state === "failed" ? (
            <Button className={controls.button} icon={<ArrowClockwise20Regular />} disabled={locked} onClick={restart}>
              {text("captcha.again")}
            </Button>
          ) : null}
          <Button
            key="way"
            className={controls.button}
            disabled={locked}
            onClick={() => {
              clear();
              setUsesProofOfWork(!usesProofOfWork);
            }}
          >
            {text(usesProofOfWork ? "captcha.back" : "captcha.unreadable")}
          </Button>
        </div>
      </div>
      {usesProofOfWork ? null : <AnswerBox widget={widget} typed={typed} />}
    </div>
  );
}

/** The text box; it ignores spaces. */
function AnswerBox({ widget, typed }: { widget: WidgetProps; typed: string }) {
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
