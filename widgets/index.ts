/**
 * The registry of widgets. To add one: a folder with `contract.ts` and a component (default export), and a line here.
 * Then `npm run meta` updates the meta-schema. See README.md for the rules.
 */
import { contract as blockOtp } from "./block-otp/contract.ts";
import { contract as captcha } from "./captcha/contract.ts";
import { contract as checkbox } from "./checkbox/contract.ts";
import { contract as checkboxes } from "./checkboxes/contract.ts";
import { contract as datePicker } from "./date-picker/contract.ts";
import { contract as dateRange } from "./date-range/contract.ts";
import { contract as file } from "./file/contract.ts";
import { contract as hidden } from "./hidden/contract.ts";
import { contract as liveCamera } from "./live-camera/contract.ts";
import { contract as money } from "./money/contract.ts";
import { contract as number } from "./number/contract.ts";
import { contract as phone } from "./phone/contract.ts";
import { contract as radio } from "./radio/contract.ts";
import { contract as searchDropdown } from "./search-dropdown/contract.ts";
import { contract as select } from "./select/contract.ts";
import { contract as signature } from "./signature/contract.ts";
import { contract as text } from "./text/contract.ts";
import { contract as textarea } from "./textarea/contract.ts";
import { contract as yesNo } from "./yes-no/contract.ts";
import type { WidgetEntry } from "./widget.ts";

/** All widgets by name. Components are loaded when a form first needs them. */
export const widgets = {
  text: { contract: text, load: () => import("./text/TextInput.tsx") },
  textarea: { contract: textarea, load: () => import("./textarea/TextArea.tsx") },
  number: { contract: number, load: () => import("./number/NumberInput.tsx") },
  money: { contract: money, load: () => import("./money/MoneyInput.tsx") },
  checkbox: { contract: checkbox, load: () => import("./checkbox/CheckboxInput.tsx") },
  checkboxes: { contract: checkboxes, load: () => import("./checkboxes/CheckboxList.tsx") },
  "yes-no": { contract: yesNo, load: () => import("./yes-no/YesNo.tsx") },
  radio: { contract: radio, load: () => import("./radio/RadioChoice.tsx") },
  select: { contract: select, load: () => import("./select/SelectInput.tsx") },
  phone: { contract: phone, load: () => import("./phone/PhoneInput.tsx") },
  "block-otp": { contract: blockOtp, load: () => import("./block-otp/BlockOtp.tsx") },
  "search-dropdown": { contract: searchDropdown, load: () => import("./search-dropdown/SearchDropdown.tsx") },
  file: { contract: file, load: () => import("./file/FileField.tsx") },
  "date-picker": { contract: datePicker, load: () => import("./date-picker/DatePicker.tsx") },
  "date-range": { contract: dateRange, load: () => import("./date-range/DateRange.tsx") },
  signature: { contract: signature, load: () => import("./signature/SignatureInput.tsx") },
  captcha: { contract: captcha, load: () => import("./captcha/CaptchaInput.tsx") },
  "live-camera": { contract: liveCamera, load: () => import("./live-camera/LiveCamera.tsx") },
  hidden: { contract: hidden, load: () => import("./hidden/HiddenValue.tsx") },
} as const satisfies Record<string, WidgetEntry>;

export type WidgetName = keyof typeof widgets;
