import { useMemo, useState } from "react";
import { Input, makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { ChevronDown16Regular } from "@fluentui/react-icons";
import type { ResolvedProps } from "#engine/core/definitions/props.ts";
import { useControlStyles } from "#widgets/control-styles.ts";
import type { WidgetProps } from "#widgets/widget.ts";
import type { contract } from "./contract.ts";
import { countries, toNamedCountries } from "./countries.ts";
import { getCountry, parseInternational, readTyped, toE164, type PhoneNumber } from "./phone-number.ts";

const useStyles = makeStyles({
  row: { display: "flex", columnGap: tokens.spacingHorizontalS },
  country: {
    position: "relative",
    display: "flex",
    flexShrink: 0,
    alignItems: "center",
    justifyContent: "space-between",
    columnGap: tokens.spacingHorizontalXS,
    boxSizing: "border-box",
    minWidth: "104px",
    minHeight: "44px",
    paddingInline: tokens.spacingHorizontalM,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderBottomColor: tokens.colorNeutralStrokeAccessible,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase400,
    ":focus-within": { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: "1px" },
  },
  dial: { fontVariantNumeric: "tabular-nums" },
  iso: { color: tokens.colorNeutralForeground2 },
  /* The native select covers the painted code invisibly; it keeps its name, its keys and the phone's own list. */
  select: {
    position: "absolute",
    inset: 0,
    width: "100%",
    height: "100%",
    opacity: 0,
    fontSize: tokens.fontSizeBase400,
    cursor: "pointer",
    ":disabled": { cursor: "default" },
  },
  number: { flexGrow: 1, minWidth: 0 },
});

/** Country code and number side by side. A pasted international number selects its country. */
export default function PhoneInput({
  id,
  value,
  onChange,
  onCommit,
  props,
  text,
  ...widget
}: WidgetProps<ResolvedProps<typeof contract.props>>) {
  const styles = useStyles();
  const controls = useControlStyles();
  const [typed, setTyped] = useState<PhoneNumber>(() => toNumber(value, props.country));
  const current = toE164(typed) === value ? typed : toNumber(value, typed.country.iso);
  const locale = document.documentElement.lang || "en";
  const named = useMemo(() => toNamedCountries(locale, getCountry(props.country).iso), [locale, props.country]);

  const change = (next: PhoneNumber) => {
    setTyped(next);
    onChange(toE164(next));
  };
  const locked = widget.disabled || widget.readOnly;
  return (
    <div className={styles.row} dir="ltr">
      <span className={styles.country}>
        <span aria-hidden className={styles.iso}>
          {current.country.iso}
        </span>
        <span aria-hidden dir="ltr" className={styles.dial}>
          {current.country.dial}
        </span>
        <ChevronDown16Regular aria-hidden />
        <select
          className={styles.select}
          aria-label={text("phone.country-code")}
          autoComplete="tel-country-code"
          value={current.country.key}
          disabled={locked}
          onChange={(event) => {
            const country = countries.find(({ key }) => key === event.target.value) ?? current.country;
            change({ country, national: current.national });
          }}
          onBlur={() => onCommit()}
        >
          {named.map(({ country, name }) => (
            <option key={country.iso} value={country.key}>{`${name} (${country.dial})`}</option>
          ))}
        </select>
      </span>
      <Input
        id={id}
        className={mergeClasses(controls.control, styles.number)}
        size="large"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        value={current.national}
        placeholder={widget.placeholder}
        readOnly={widget.readOnly}
        disabled={widget.disabled}
        aria-required={widget.required}
        aria-invalid={widget.invalid}
        aria-describedby={widget.describedBy}
        onChange={(_, data) => change(readTyped(data.value, current.country))}
        onBlur={() => onCommit()}
        onWheel={(event) => event.currentTarget.blur()}
      />
    </div>
  );
}

function toNumber(value: unknown, iso: string | undefined): PhoneNumber {
  const parsed = typeof value === "string" ? parseInternational(value) : undefined;
  return parsed ?? { country: getCountry(iso), national: "" };
}
