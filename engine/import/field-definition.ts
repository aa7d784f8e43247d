/** A choice as wallets write it. */
export interface Choice {
  name: string;
  value: string;
  disabled?: boolean;
  disabledPostfix?: string;
}

/** A field of a dynamic form, as wallets with a form engine of their own define it. */
export interface FieldDefinition {
  fieldName: string;
  /** `type` is the older name of the same. */
  inputType?: string;
  type?: string;
  label?: string;
  placeholder?: string;
  maxLength?: number;
  options?: readonly Choice[];
  optionsKey?: string;
  required?: boolean;
  requiredFn?: string;
  validation?: { fn?: string; message?: string };
  helperText?: string;
  helperTextJSXKey?: string;
  alert?: { componentKey?: string; text: string };
  sectionTitle?: string;
  hideLabel?: boolean;
  allowedFileTypes?: readonly string[];
  shouldRunOcrCheck?: boolean;
  /** Fields of the group that this one is, or the name of the group that it belongs to. */
  nested?: readonly FieldDefinition[] | string;
}

/** What the documents that are there have by name: an import names no list and no rule that nobody wrote. */
export interface KnownNames {
  readonly options: ReadonlySet<string>;
  readonly rules: ReadonlySet<string>;
}

/** How each input type of a definition is drawn here. One more: a line. */
export const widgetOf: Readonly<Record<string, { widget: string } & Record<string, unknown>>> = {
  text: { widget: "text" },
  number: { widget: "text", digits: true },
  password: { widget: "text", type: "password" },
  block: { widget: "block-otp" },
  date: { widget: "date-picker" },
  select: { widget: "select" },
  autocomplete: { widget: "search-dropdown" },
  file: { widget: "file" },
  "live-cam-with-geolocation": { widget: "live-camera", geolocation: true },
  checkbox: { widget: "checkbox" },
};

/** A line of text of this name is a captcha: definitions have no type for it. */
export const captchaName = "captchaText";

/** The attribute of ours in which something waits that has no place here, so that it can go back. */
export const waiting = (name: string): `x-${string}` => `x-${name}`;
