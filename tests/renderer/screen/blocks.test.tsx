// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from "@fluentui/react-components";
import { cleanup, fireEvent, render, screen } from "../../support/testing-library.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BlockEntry } from "#renderer/blocks/block.ts";
import { blocks } from "#renderer/blocks/index.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import { Blocks } from "#renderer/screen/Blocks.tsx";

const uiText = (key: string) => key;
const scope = {
  scope: { roots: {}, rules: {} },
  config: { uiText } as unknown as ConfigClient,
  uiText,
} as unknown as BlockScope;
const entry: BlockEntry = { contract: { props: {}, events: {} }, component: () => <p>The lamp</p> };
const load = vi.fn<() => Promise<BlockEntry>>();
const draw = () =>
  render(
    <FluentProvider theme={webLightTheme}>
      <input aria-label="Reference number" />
      <Blocks body={[{ id: "lamp", block: "lamp" }]} scope={scope} raise={async () => undefined} />
    </FluentProvider>,
  );

beforeEach(() => {
  blocks["lamp"] = load;
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  load.mockReset();
  delete blocks["lamp"];
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("shows a failed block in its place, keeps the others, and loads it on retry", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  load.mockRejectedValueOnce(new TypeError("Failed to fetch dynamically imported module"));
  load.mockResolvedValue(entry);
  draw();
  const retry = await screen.findByRole("button", { name: "load.retry" });
  const typed = screen.getByRole("textbox", { name: "Reference number" });
  expect(typed).toBeTruthy();
  fireEvent.click(retry);
  expect(await screen.findByText("The lamp")).toBeTruthy();
  expect(screen.getByRole("textbox", { name: "Reference number" })).toBe(typed);
});
