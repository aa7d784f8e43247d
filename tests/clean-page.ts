import { afterEach } from "vitest";
import { cleanup } from "./testing-library.ts";

// The library does this by itself for the first file of a process alone.
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});
