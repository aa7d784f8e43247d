import { expect, test } from "vitest";
import { findTold, listTyped } from "./untold.ts";

const answer = { by: "page" as const, status: 200, headers: {}, isText: true };
const typed = listTyped({
  answers: [
    {
      ...answer,
      asked: 'POST /profile {"mobile":"+919811112222","name":"Asha Verma","orgId":"GLOBAL-1"}',
      body: '{"data":{"accessToken":"aaaa.bbbb.cccc","txnId":"XYZ12345"}}',
    },
    {
      ...answer,
      asked: 'PUT /forms {"list":[{"data":{"board":"state-board","street":"12 Park Lane","ipAddress":"127.0.0.1"}}]}',
      body: "",
    },
    { ...answer, asked: "GET /pincodes/110001", body: "[]" },
  ],
});

test("names, numbers, sentences and tokens are what was typed; ids, options and the address of this machine are not", () => {
  expect([...typed].sort()).toEqual(["+919811112222", "110001", "12 Park Lane", "Asha Verma", "aaaa.bbbb.cccc"]);
});

test("a line that says one of them is found, whole words and numbers alone", () => {
  const told = ['{"reason":"no Asha Verma here"}', '{"at":"110001"}', '{"token":"Bearer aaaa.bbbb.cccc"}'];
  const others = ['{"ms":1100011}', '{"orgId":"GLOBAL-1","reason":"state-board"}', '{"reason":"Asha"}'];
  expect(findTold([...told, ...others].join("\n"), typed)).toEqual(told);
});
