import { useState } from "react";
import { Button } from "@fluentui/react-components";
import { Eye20Regular, EyeOff20Regular } from "@fluentui/react-icons";
import type { ResolvedProps } from "#engine/core/definitions/props.ts";
import { useControlStyles } from "#widgets/control-styles.ts";
import type { WidgetProps } from "#widgets/widget.ts";
import type { contract } from "./contract.ts";
import { UncontrolledInput } from "#widgets/UncontrolledInput.tsx";
import { toTypedText } from "./typed-text.ts";

/** One line of text; a password can be shown. An empty text is undefined. */
export default function TextInput(widget: WidgetProps<ResolvedProps<typeof contract.props>>) {
  const { id, value, onChange, onCommit, props, text } = widget;
  const styles = useControlStyles();
  const [shown, setShown] = useState(false);
  const secret = props.type === "password";
  const current = typeof value === "string" || typeof value === "number" ? String(value) : "";

  return (
    <UncontrolledInput
      id={id}
      className={styles.control}
      appearance={widget.readOnly ? "filled-darker" : "outline"}
      type={secret && shown ? "text" : (props.type ?? "text")}
      inputMode={props.inputMode ?? (props.digits ? "numeric" : undefined)}
      autoComplete={props.autoComplete ?? "off"}
      autoCapitalize={props.autoCapitalize}
      maxLength={props.digits ? undefined : props.maxLength}
      value={current}
      renderToken={widget}
      sanitize={(raw) => toTypedText(raw, props)}
      onTyped={(typed) => onChange(typed === "" ? undefined : typed)}
      placeholder={widget.placeholder}
      readOnly={widget.readOnly}
      disabled={widget.disabled}
      aria-required={widget.required}
      aria-invalid={widget.invalid}
      aria-describedby={widget.describedBy}
      onBlur={() => onCommit()}
      onWheel={(event) => event.currentTarget.blur()}
      contentAfter={
        secret ? (
          <Button
            className={styles.iconButton}
            appearance="transparent"
            aria-label={text(shown ? "text.hide-password" : "text.show-password")}
            icon={shown ? <EyeOff20Regular /> : <Eye20Regular />}
            onClick={() => setShown(!shown)}
          />
        ) : undefined
      }
    />
  );
}
