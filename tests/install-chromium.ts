// Prints the path of the Chromium that the browser tests will use; exit code 1 when none can be had.
import { ensureChromium, noBrowser } from "./browser.ts";

const found = ensureChromium();
if (found) console.log(found);
else {
  console.error(noBrowser);
  process.exitCode = 1;
}
