// Prints the path of the Firefox that the browser tests will use, and nothing where none can be had: they leave it out then.
import { ensureFirefox } from "./browser.ts";

const found = ensureFirefox();
if (found) console.log(found);
