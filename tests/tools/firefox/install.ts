// Prints the path of the Firefox for the browser tests. Prints nothing if none is available; the tests skip it then.
import { ensureFirefox } from "./browser.ts";

const found = ensureFirefox();
if (found) console.log(found);
