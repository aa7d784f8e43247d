import { expect, test } from "vitest";
import { toLocalPath } from "#renderer/runtime/local-path.ts";

test.each([
  ["/payment?orgId=gce#part", "/payment?orgId=gce"],
  ["https://elsewhere.example/ekyc/a/b?orgId=gce", "/ekyc/a/b?orgId=gce"],
  ["//elsewhere.example/x", "/elsewhere.example/x"],
  ["https://elsewhere.example//evil.example/x", "/evil.example/x"],
  ["/\\evil.example", "/evil.example"],
])("of %s path and query count, inside the wallet", (address, path) => {
  expect(toLocalPath(address)).toBe(path);
});

test.each(["javascript:alert(1)", "data:text/html,x", "profile", "", undefined, 7])("%s leads nowhere", (address) => {
  expect(toLocalPath(address)).toBeUndefined();
});
