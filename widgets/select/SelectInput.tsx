import type { ComponentProps, ReactNode } from "react";
import {
  Input,
  makeStyles,
  mergeClasses,
  tokens,
  useSelectStyles_unstable as useSelectStyles,
} from "@fluentui/react-components";
import { ChevronDownRegular } from "@fluentui/react-icons";
import type { ResolvedProps } from "#engine/core/definitions/props.ts";
import { useControlStyles } from "#widgets/control-styles.ts";
import { toOptionName } from "#widgets/option-name.ts";
import type { WidgetProps } from "#widgets/widget.ts";
import type { contract } from "./contract.ts";

const useStyles = makeStyles({
  /* As pale as a placeholder; the options keep their colour. */
  empty: { color: tokens.colorNeutralForeground4, "> option": { color: tokens.colorNeutralForeground1 } },
});

/**
 * A native select; read-only, it shows the name as text. A saved value that the list no longer has stays visible and
 * unchanged.
 */
export default function SelectInput({
  id,
  value,
  onChange,
  onCommit,
  options,
  props,
  text,
  ...widget
}: WidgetProps<ResolvedProps<typeof contract.props>>) {
  const styles = useControlStyles();
  const selectStyles = useStyles();
  const list = options && "list" in options ? options.list : [];
  const current = typeof value === "string" ? value : "";
  const isMissing = current !== "" && !list.some((option) => option.value === current);
  // A native select cannot be read-only, and a disabled one is hard to read.
  if (widget.readOnly)
    return (
      <Input
        id={id}
        className={styles.control}
        size="large"
        appearance="filled-darker"
        readOnly
        value={list.filter((option) => option.value === current).map(toOptionName)[0] ?? current}
        aria-describedby={widget.describedBy}
      />
    );
  return (
    <LargeSelect
      id={id}
      className={styles.stretch}
      selectClassName={mergeClasses(styles.control, current === "" && selectStyles.empty)}
      value={current}
      autoComplete={props.autoComplete}
      disabled={widget.disabled}
      aria-required={widget.required}
      aria-invalid={widget.invalid}
      aria-describedby={widget.describedBy}
      onChange={({ target }) => {
        if (target.value !== "") return onCommit(target.value);
        onChange(undefined);
        onCommit();
      }}
    >
      <option value="" disabled={widget.required && current !== ""}>
        {widget.placeholder || text("select.placeholder")}
      </option>
      {isMissing ? <option value={current}>{current}</option> : null}
      {list.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {toOptionName(option)}
        </option>
      ))}
    </LargeSelect>
  );
}

type Styled = Parameters<typeof useSelectStyles>[0];

/** Styled like Fluent's large select, without its hooks, which slow forms of hundreds of fields. */
function LargeSelect({
  className,
  selectClassName,
  ...props
}: ComponentProps<"select"> & { selectClassName: string }): ReactNode {
  const { disabled, "aria-invalid": invalid } = props;
  const classes = useSelectStyles({
    size: "large",
    appearance: "outline",
    root: { className },
    select: { disabled, "aria-invalid": invalid, className: selectClassName },
    icon: {},
  } as Styled);
  return (
    <span className={classes.root.className}>
      <select {...props} className={classes.select.className} />
      <span className={classes.icon?.className}>
        <ChevronDownRegular />
      </span>
    </span>
  );
}
