/** What each widget says to somebody who does not see it: what a replay without a browser reads and uses. The page itself has none of it. */
import { say as blockOtp } from "./block-otp/say.ts";
import { say as captcha } from "./captcha/say.ts";
import { say as checkbox } from "./checkbox/say.ts";
import { say as checkboxes } from "./checkboxes/say.ts";
import { say as datePicker } from "./date-picker/say.ts";
import { say as file } from "./file/say.ts";
import { say as hidden } from "./hidden/say.ts";
import { say as liveCamera } from "./live-camera/say.ts";
import { say as phone } from "./phone/say.ts";
import { say as radio } from "./radio/say.ts";
import { say as searchDropdown } from "./search-dropdown/say.ts";
import { say as select } from "./select/say.ts";
import { say as text } from "./text/say.ts";
import type { WidgetName } from "./index.ts";
import type { SayWidget } from "./said.ts";

export const says: Readonly<Record<WidgetName, SayWidget>> = {
  text,
  checkbox,
  checkboxes,
  radio,
  select,
  phone,
  "block-otp": blockOtp,
  "search-dropdown": searchDropdown,
  file,
  "date-picker": datePicker,
  captcha,
  "live-camera": liveCamera,
  hidden,
};
