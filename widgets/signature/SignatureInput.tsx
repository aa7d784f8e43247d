import { useRef, useState } from "react";
import { Button, Input, makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { Eraser24Regular } from "@fluentui/react-icons";
import type { ResolvedProps } from "#engine/core/definitions/props.ts";
import { maxNameLength } from "#engine/core/form/signature-values.ts";
import { useControlStyles } from "#widgets/control-styles.ts";
import type { WidgetProps } from "#widgets/widget.ts";
import type { contract } from "./contract.ts";
import { Pad } from "./Pad.tsx";
import { toSignature, toTyped } from "./signature-value.ts";

type SignatureWidget = WidgetProps<ResolvedProps<typeof contract.props>>;

const useStyles = makeStyles({
  group: { margin: 0, padding: 0, border: 0, minWidth: 0, maxWidth: "560px" },
  legend: { padding: 0, marginBottom: tokens.spacingVerticalS, fontWeight: tokens.fontWeightSemibold },
  nameLabel: { display: "block", marginTop: tokens.spacingVerticalM, marginBottom: tokens.spacingVerticalXS },
  clear: { marginTop: tokens.spacingVerticalS },
});

/** A signature: drawn with finger, pen or mouse, or typed as a name, which needs no pointer. */
export default function SignatureInput(widget: SignatureWidget) {
  const { id, onCommit, text } = widget;
  const styles = useStyles();
  const controls = useControlStyles();
  const [isCleared, setCleared] = useState(false);
  const fields = useRef<HTMLFieldSetElement>(null);
  const { strokes, name } = toSignature(widget.value);
  const isLocked = widget.disabled || widget.readOnly;
  const isEmpty = strokes === undefined && name === undefined;
  const clear = () => {
    setCleared(true);
    onCommit(undefined);
    // The field of the name is drawn again after a drawing.
    setTimeout(() => fields.current?.querySelector("input")?.focus());
  };
  return (
    <fieldset ref={fields} className={styles.group} aria-describedby={widget.describedBy}>
      <legend className={styles.legend}>{widget.labelText}</legend>
      <Pad
        strokes={strokes}
        name={name}
        isLocked={isLocked || name !== undefined}
        isInvalid={widget.invalid}
        text={text}
        onDrawn={(drawn) => {
          setCleared(false);
          onCommit({ strokes: drawn });
        }}
      />
      {strokes === undefined && !(isLocked && isEmpty) ? <TypedName widget={widget} name={name} /> : null}
      {isEmpty || isLocked ? null : (
        <Button
          id={strokes === undefined ? undefined : id}
          className={mergeClasses(controls.button, styles.clear)}
          icon={<Eraser24Regular />}
          onClick={clear}
        >
          {text("signature.clear")}
        </Button>
      )}
      <span role="status" className={controls.hidden}>
        {isCleared && isEmpty ? text("signature.cleared") : ""}
      </span>
    </fieldset>
  );
}

function TypedName({ widget, name = "" }: { widget: SignatureWidget; name: string | undefined }) {
  const { id, text, onChange, onCommit } = widget;
  const styles = useStyles();
  const controls = useControlStyles();
  return (
    <div>
      <label htmlFor={id} className={styles.nameLabel}>
        <span className={controls.hidden}>{`${widget.label}: `}</span>
        {text("signature.name")}
      </label>
      <Input
        id={id}
        className={controls.control}
        size="large"
        autoComplete="name"
        autoCapitalize="words"
        spellCheck={false}
        dir="auto"
        maxLength={maxNameLength}
        value={name}
        disabled={widget.disabled}
        readOnly={widget.readOnly}
        aria-required={widget.required}
        aria-invalid={widget.invalid}
        aria-describedby={widget.describedBy}
        onChange={(_, data) => onChange(toTyped(data.value))}
        onBlur={() => onCommit(toTyped(name.trim()))}
      />
    </div>
  );
}
