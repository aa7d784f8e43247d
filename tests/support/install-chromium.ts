// Prints the path of the Chromium for the browser tests. Exits with 1 when none is available.
import { ensureChromium, noBrowser } from "./browser.ts";

const found = ensureChromium();
if (found) console.log(found);
else {
  console.error(noBrowser);
  process.exitCode = 1;
}
