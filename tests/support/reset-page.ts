import { afterEach } from "vitest";
import { cleanup } from "./testing-library.ts";

// The library cleans up automatically only for the first file of a process.
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});
