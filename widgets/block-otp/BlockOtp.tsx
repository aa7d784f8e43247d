import { useEffect, useRef, useState } from "react";
import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import type { ResolvedProps } from "#engine/core/definitions/props.ts";
import { toDigits } from "#widgets/digits.ts";
import type { WidgetProps } from "#widgets/widget.ts";
import type { contract } from "./contract.ts";

const useStyles = makeStyles({
  root: { position: "relative", display: "flex", columnGap: tokens.spacingHorizontalS, maxWidth: "360px" },
  block: {
    display: "flex",
    flexGrow: 1,
    flexBasis: 0,
    alignItems: "center",
    justifyContent: "center",
    boxSizing: "border-box",
    minWidth: "28px",
    height: "56px",
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase600,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: "tabular-nums",
    letterSpacing: "0.2em",
    textIndent: "0.2em",
  },
  single: { letterSpacing: 0, textIndent: 0 },
  active: { outline: `2px solid ${tokens.colorBrandStroke1}`, outlineOffset: "-1px" },
  invalid: { border: `1px solid ${tokens.colorPaletteRedBorder2}` },
  disabled: { backgroundColor: tokens.colorNeutralBackground3, color: tokens.colorNeutralForegroundDisabled },
  caret: { width: "2px", height: "24px", backgroundColor: tokens.colorNeutralForeground1 },
  /* The single, invisible input covers the blocks; 16 px prevents zoom on iOS. */
  input: {
    position: "absolute",
    inset: 0,
    width: "100%",
    height: "100%",
    padding: 0,
    border: 0,
    outlineStyle: "none",
    backgroundColor: "transparent",
    color: "transparent",
    caretColor: "transparent",
    fontSize: tokens.fontSizeBase400,
    "::selection": { backgroundColor: "transparent" },
  },
});

/** One input painted as blocks, so that paste, autofill and screen readers work. Commits with the last digit. */
export default function BlockOtp({
  id,
  value,
  onChange,
  onCommit,
  props,
  ...widget
}: WidgetProps<ResolvedProps<typeof contract.props>>) {
  const styles = useStyles();
  const length = props.length ?? 6;
  const size = Math.max(1, props.blockSize ?? 1);
  const digits = typeof value === "string" ? value : "";
  const [caret, setCaret] = useState<number>();
  const locked = widget.disabled || widget.readOnly;

  const change = (raw: string) => {
    const next = toDigits(raw).slice(0, length);
    if (next === digits) return;
    if (next.length === length) onCommit(next);
    else onChange(next === "" ? undefined : next);
  };
  useWebOtp(props.webOtp !== false && !locked, change);

  const blocks = Array.from({ length: Math.ceil(length / size) }, (_, index) =>
    digits.slice(index * size, (index + 1) * size),
  );
  const active = caret === undefined ? undefined : Math.min(Math.floor(caret / size), blocks.length - 1);
  return (
    <div className={styles.root} dir="ltr">
      {blocks.map((block, index) => (
        <span
          key={index}
          aria-hidden
          data-active={index === active}
          className={mergeClasses(
            styles.block,
            size === 1 && styles.single,
            widget.invalid && styles.invalid,
            index === active && styles.active,
            widget.disabled && styles.disabled,
          )}
        >
          {block}
          {index === active && block.length < size ? <span className={styles.caret} /> : null}
        </span>
      ))}
      <input
        id={id}
        className={styles.input}
        type="text"
        inputMode="numeric"
        pattern="[0-9]*"
        autoComplete="one-time-code"
        autoCorrect="off"
        spellCheck={false}
        value={digits}
        readOnly={widget.readOnly}
        disabled={widget.disabled}
        aria-required={widget.required}
        aria-invalid={widget.invalid}
        aria-describedby={widget.describedBy}
        onChange={(event) => change(event.target.value)}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? digits.length)}
        onPaste={(event) => {
          const pasted = toDigits(event.clipboardData.getData("text"));
          if (pasted.length < length) return;
          event.preventDefault(); // a pasted code replaces the present one, wherever the caret is
          change(pasted);
        }}
        onPointerUp={(event) =>
          event.currentTarget.setSelectionRange(digits.length === length ? 0 : digits.length, digits.length)
        }
        onFocus={(event) => setCaret(event.currentTarget.selectionStart ?? digits.length)}
        onBlur={() => {
          setCaret(undefined);
          onCommit();
        }}
      />
    </div>
  );
}

interface OtpCredential extends Credential {
  readonly code: string;
}

/** Reads the code from an arriving SMS where the browser supports it (Chromium on Android). */
function useWebOtp(enabled: boolean, onCode: (code: string) => void): void {
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  });
  useEffect(() => {
    if (!enabled || !("OTPCredential" in window)) return;
    const controller = new AbortController();
    const request = { otp: { transport: ["sms"] }, signal: controller.signal } as CredentialRequestOptions;
    navigator.credentials.get(request).then(
      (credential) => {
        if (credential && !controller.signal.aborted) latest.current((credential as OtpCredential).code);
      },
      () => undefined, // declined, timed out or aborted: the candidate types the code
    );
    return () => controller.abort();
  }, [enabled]);
}
