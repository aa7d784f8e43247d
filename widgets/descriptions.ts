/** Descriptions of all widgets. Replays without a browser read and use them; pages do not contain them. */
import { describe as blockOtp } from "./block-otp/describe.ts";
import { describe as captcha } from "./captcha/describe.ts";
import { describe as checkbox } from "./checkbox/describe.ts";
import { describe as checkboxes } from "./checkboxes/describe.ts";
import { describe as datePicker } from "./date-picker/describe.ts";
import { describe as dateRange } from "./date-range/describe.ts";
import { describe as file } from "./file/describe.ts";
import { describe as hidden } from "./hidden/describe.ts";
import { describe as liveCamera } from "./live-camera/describe.ts";
import { describe as money } from "./money/describe.ts";
import { describe as number } from "./number/describe.ts";
import { describe as phone } from "./phone/describe.ts";
import { describe as radio } from "./radio/describe.ts";
import { describe as searchDropdown } from "./search-dropdown/describe.ts";
import { describe as select } from "./select/describe.ts";
import { describe as signature } from "./signature/describe.ts";
import { describe as text } from "./text/describe.ts";
import { describe as textarea } from "./textarea/describe.ts";
import { describe as yesNo } from "./yes-no/describe.ts";
import type { WidgetName } from "./index.ts";
import type { DescribeWidget } from "./accessible-node.ts";

export const widgetDescriptions: Readonly<Record<WidgetName, DescribeWidget>> = {
  text,
  textarea,
  number,
  money,
  checkbox,
  checkboxes,
  "yes-no": yesNo,
  radio,
  select,
  phone,
  "block-otp": blockOtp,
  "search-dropdown": searchDropdown,
  file,
  "date-picker": datePicker,
  "date-range": dateRange,
  signature,
  captcha,
  "live-camera": liveCamera,
  hidden,
};
