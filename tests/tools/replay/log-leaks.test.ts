import { expect, test } from "vitest";
import { findLeaks, listTypedValues } from "./log-leaks.ts";

const by = "page" as const;
const typed = listTypedValues([
  {
    by,
    request: 'POST /profile {"mobile":"+919811112222","name":"Asha Verma","orgId":"GLOBAL-1"}',
    body: '{"data":{"accessToken":"aaaa.bbbb.cccc","txnId":"XYZ12345"}}',
  },
  {
    by,
    request: 'PUT /forms {"list":[{"data":{"board":"state-board","street":"12 Park Lane","ipAddress":"127.0.0.1"}}]}',
    body: "",
  },
  { by, request: "GET /pincodes/110001", body: "[]" },
]);

test("collects names, numbers, sentences and tokens, and skips ids, options and the local address", () => {
  expect([...typed].sort()).toEqual(["+919811112222", "110001", "12 Park Lane", "Asha Verma", "aaaa.bbbb.cccc"]);
});

test("finds a log line with a typed value, as a whole word or number only", () => {
  const leaking = ['{"reason":"no Asha Verma here"}', '{"at":"110001"}', '{"token":"Bearer aaaa.bbbb.cccc"}'];
  const others = ['{"ms":1100011}', '{"orgId":"GLOBAL-1","reason":"state-board"}', '{"reason":"Asha"}'];
  expect(findLeaks([...leaking, ...others].join("\n"), typed)).toEqual(leaking);
});
