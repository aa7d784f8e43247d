/** A choice in the format of other wallets. */
export interface Choice {
  name: string;
  value: string;
  disabled?: boolean;
  disabledPostfix?: string;
}

/** A field of a dynamic form in the format of other wallets. */
export interface FieldDefinition {
  fieldName: string;
  /** `type` is the former name of `inputType`. */
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
  /** The fields of this group, or the name of the group of this field. */
  nested?: readonly FieldDefinition[] | string;
}

/** Names of existing definitions. An import refers only to existing option lists and rules. */
export interface KnownNames {
  readonly options: ReadonlySet<string>;
  readonly rules: ReadonlySet<string>;
}

/** The widget for each input type. To add one: a line. */
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

/** A text field of this name is a captcha: field definitions have no type for it. */
export const captchaName = "captchaText";

/** Returns the x-… key that keeps an unsupported property for the export. */
export const toCarryKey = (name: string): `x-${string}` => `x-${name}`;
