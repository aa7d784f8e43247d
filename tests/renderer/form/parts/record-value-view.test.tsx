// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "../../../support/testing-library.ts";
import { afterEach, expect, test } from "vitest";
import type { RecordValue } from "#engine/core/form/record.ts";
import { RecordValueView } from "#renderer/form/parts/RecordValueView.tsx";
import { describeRecordValue } from "#renderer/headless/descriptions/record.ts";
import { toFormats, type BlockScope } from "#renderer/runtime/scope.ts";

afterEach(cleanup);

const facts = { items: [{ value: "name", label: "Your name" }, { value: "board" }] };
const config = { find: () => facts, translate: (english: string) => english };
const scope = { config, scope: { roots: {}, rules: {} } } as unknown as BlockScope;
const ticked: RecordValue = {
  kind: "list",
  values: ["name", "board"].map((value) => ({ kind: "choice", options: "facts", value })),
};

test("draws and describes each item of a ticked list by its name", () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RecordValueView value={ticked} scope={scope} />
    </QueryClientProvider>,
  );
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["Your name", "board"]);
  expect(describeRecordValue(ticked, "What is shown", { scope, cached: undefined as never })).toEqual([
    { role: "definition", name: "Your name" },
    { role: "definition", name: "board" },
  ]);
});

const uiText = (key: string, values: object = {}) => [key, ...Object.values(values)].join(" ");

test.each<[RecordValue, string]>([
  [{ kind: "number", number: 125_000.5, unit: "months" }, "1,25,000.5\u00A0months"],
  [{ kind: "number", number: 12_550, currency: "INR" }, "₹125.50"],
  [{ kind: "flag", yes: false, words: "Abroad" }, "Abroad"],
  [{ kind: "flag", yes: true }, "record.yes"],
  [{ kind: "range", from: "01-07-2019", to: "30-06-2022" }, "range.between 01-07-2019 30-06-2022"],
  [{ kind: "range", from: "01-07-2019" }, "range.since 01-07-2019"],
])("draws and describes %j as %j", (value, written) => {
  const formats = toFormats(config as never, { locale: "en", timeZone: "UTC" });
  const own = { ...scope, scope: { ...scope.scope, formats }, text: (text?: string) => text ?? "", uiText } as never;
  render(<RecordValueView value={value} scope={own} />);
  expect(document.querySelector("bdi")?.textContent).toBe(written);
  expect(describeRecordValue(value, "Label", { scope: own, cached: undefined as never })).toEqual([
    { role: "definition", name: written },
  ]);
});

test("draws a signature as it was made, and writes a typed one", () => {
  const own = { ...scope, uiText } as never;
  const describeAll = (value: RecordValue) =>
    describeRecordValue(value, "Label", { scope: own, cached: undefined as never });
  const drawn: RecordValue = { kind: "signature", strokes: "M0 0L10 10L20 0" };
  const { unmount } = render(<RecordValueView value={drawn} scope={own} />);
  const picture = screen.getByRole("img", { name: "signature.drawn" });
  expect(picture.querySelector("path")?.getAttribute("d")).toBe("M0 0Q10 10 15 5L20 0");
  expect(describeAll(drawn)).toEqual([{ role: "img", name: "signature.drawn" }]);
  unmount();
  const typed: RecordValue = { kind: "signature", name: "Asha Rao" };
  const { container } = render(<RecordValueView value={typed} scope={own} />);
  expect(container.textContent).toBe("Asha Raosignature.typed");
  expect(describeAll(typed)).toEqual([
    { role: "definition", name: "Asha Rao" },
    { role: "text", name: "signature.typed" },
  ]);
});
