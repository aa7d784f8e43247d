import { expect, test } from "vitest";
import { findDifferentLine, toObservation, toTraceLines, type Observation } from "./observation.ts";

const seen: Observation = {
  screen: "form",
  title: "Form",
  stepsBack: 0,
  lines: ["button 'Pay'"],
  announced: [],
  trace: ["pay answered"],
  downloaded: ["bill.pdf", "  Total ₹1,000"],
  tracked: ["Payment: started"],
  stored: ["transaction PENDING"],
  sent: [],
  focus: "button 'Pay'",
};

test("finds the first difference of two observations", () => {
  expect(findDifferentLine(seen, structuredClone(seen))).toBeUndefined();
  expect(findDifferentLine(seen, { ...seen, title: "Home" })).toContain("title 'Form' and 'Home'");
  expect(findDifferentLine(seen, { ...seen, lines: ["button 'Pay' (disabled)"] })).toContain("button 'Pay' (disabled)");
  expect(findDifferentLine(seen, { ...seen, lines: [...seen.lines, "link 'Help'"] })).toContain(
    "nothing\n    and link 'Help'",
  );
  expect(findDifferentLine(seen, { ...seen, lines: [] })).toContain("button 'Pay'\n    and nothing");
  expect(findDifferentLine(seen, { ...seen, announced: ["Saved"] })).toContain("announced");
  expect(findDifferentLine(seen, { ...seen, trace: ["pay failed"] })).toContain("pay failed");
  expect(findDifferentLine(seen, { ...seen, downloaded: ["bill.pdf", "  Total ₹10,000"] })).toContain(
    "and   Total ₹10,000",
  );
  expect(findDifferentLine(seen, { ...seen, tracked: [] })).toContain("tracked: Payment: started\n    and nothing");
  expect(findDifferentLine(seen, { ...seen, stored: ["transaction IN_PROGRESS"] })).toContain("stored");
  expect(findDifferentLine(seen, { ...seen, sent: ["sms to {mobile}: Hello"] })).toContain("nothing\n    and sms to");
  // The headless page does not report the focus.
  expect(findDifferentLine(seen, { ...seen, focus: "page" })).toBeUndefined();
});

test("describes a control with its value, states, hint and error", () => {
  const nodes = [
    {
      role: "textbox",
      name: "Name",
      value: "Asha",
      required: true,
      hint: "As in your papers",
      error: "Too short",
      invalid: true,
    },
    { role: "textbox", name: "Number", error: "Please check it" },
    // A read-only field does not count as disabled.
    { role: "textbox", name: "Proved", disabled: true },
    { role: "text", name: "Not compared" },
    { role: "region", name: "Bill", children: [{ role: "button", name: "Pay", disabled: true, reason: "Wait" }] },
  ];
  const look = {
    screen: "s",
    title: "t",
    path: "/",
    stepsBack: 0,
    locale: "en",
    nodes,
    frameNodes: [],
    snackbars: [],
  };
  expect(toObservation(look, { trace: [], downloaded: [], tracked: [] }).lines).toEqual([
    "textbox 'Name' = 'Asha' (required invalid) : As in your papers Too short",
    "textbox 'Number' : Please check it",
    "textbox 'Proved'",
    "region 'Bill'",
    "button 'Pay' (disabled) : Wait",
  ]);
});

test("leaves events of the page frame out of the trace", () => {
  const lines = [
    { screen: "form" },
    { frame: "chat-shown" as const },
    { operation: "payments.init", outcome: "failed" as const },
  ];
  expect(toTraceLines(lines)).toEqual(["form", "payments.init failed"]);
});
