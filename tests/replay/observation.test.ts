import { expect, test } from "vitest";
import { findUnequal, toObservation, toTraceLines, type Observation } from "./observation.ts";

const seen: Observation = {
  screen: "form",
  title: "Form",
  stepsBack: 0,
  lines: ["button 'Pay'"],
  said: [],
  trace: ["pay answered"],
  given: ["bill.pdf", "  Total ₹1,000"],
  counted: ["Payment: started"],
  stored: ["transaction PENDING"],
  sent: [],
  focus: "button 'Pay'",
};

test("two observations are equal, or the first difference is told", () => {
  expect(findUnequal(seen, structuredClone(seen))).toBeUndefined();
  expect(findUnequal(seen, { ...seen, title: "Home" })).toContain("title 'Form' and 'Home'");
  expect(findUnequal(seen, { ...seen, lines: ["button 'Pay' (disabled)"] })).toContain("button 'Pay' (disabled)");
  expect(findUnequal(seen, { ...seen, lines: [...seen.lines, "link 'Help'"] })).toContain(
    "nothing\n    and link 'Help'",
  );
  expect(findUnequal(seen, { ...seen, lines: [] })).toContain("button 'Pay'\n    and nothing");
  expect(findUnequal(seen, { ...seen, said: ["Saved"] })).toContain("said");
  expect(findUnequal(seen, { ...seen, trace: ["pay failed"] })).toContain("pay failed");
  expect(findUnequal(seen, { ...seen, given: ["bill.pdf", "  Total ₹10,000"] })).toContain("and   Total ₹10,000");
  expect(findUnequal(seen, { ...seen, counted: [] })).toContain("counted: Payment: started\n    and nothing");
  expect(findUnequal(seen, { ...seen, stored: ["transaction IN_PROGRESS"] })).toContain("stored");
  expect(findUnequal(seen, { ...seen, sent: ["sms to {mobile}: Hello"] })).toContain("nothing\n    and sms to");
  // Without a browser nobody knows what has the focus.
  expect(findUnequal(seen, { ...seen, focus: "page" })).toBeUndefined();
});

test("a control says its value, what is true of it, and what is said of it", () => {
  const said = [
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
    // Read-only is not called disabled.
    { role: "textbox", name: "Proved", disabled: true },
    { role: "text", name: "Not compared" },
    { role: "region", name: "Bill", children: [{ role: "button", name: "Pay", disabled: true, reason: "Wait" }] },
  ];
  const look = { screen: "s", title: "t", path: "/", stepsBack: 0, locale: "en", said, frame: [], snackbars: [] };
  expect(toObservation(look, { trace: [], given: [], counted: [] }).lines).toEqual([
    "textbox 'Name' = 'Asha' (required invalid) : As in your papers Too short",
    "textbox 'Number' : Please check it",
    "textbox 'Proved'",
    "region 'Bill'",
    "button 'Pay' (disabled) : Wait",
  ]);
});

test("of the trace, what the page's frame does is left out", () => {
  const lines = [
    { screen: "form" },
    { frame: "chat-shown" as const },
    { operation: "payments.init", outcome: "failed" as const },
  ];
  expect(toTraceLines(lines)).toEqual(["form", "payments.init failed"]);
});
