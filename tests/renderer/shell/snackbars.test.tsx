// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from "@fluentui/react-components";
import { act, cleanup, fireEvent, render, screen, within } from "../../testing-library.ts";
import { Provider } from "jotai";
import { afterEach, expect, test } from "vitest";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { store } from "#renderer/session/slices.ts";
import { dismissAll, say } from "#renderer/session/snackbars.ts";
import { Modal } from "#renderer/shell/Modal.tsx";
import { Snackbars } from "#renderer/shell/Snackbars.tsx";

const config = { words: (key: string) => key } as unknown as ConfigClient;
const toPage = (...open: string[]) => (
  <FluentProvider theme={webLightTheme}>
    <Provider store={store}>
      {open.map((title) => (
        <Modal key={title} title={title}>
          words
        </Modal>
      ))}
      <Snackbars config={config} />
    </Provider>
  </FluentProvider>
);
const dialog = (name: string) => screen.getByRole("dialog", { name });
afterEach(() => {
  dismissAll();
  cleanup();
});

test("something is going on until the first words are drawn, whose look is fetched with them", async () => {
  render(toPage());
  const isBusy = () => screen.getByRole("status").querySelector("[aria-busy=true]") !== null;
  expect(isBusy()).toBe(false);
  act(() => say("it is kept"));
  expect(isBusy()).toBe(true);
  await screen.findByText("It is kept");
  expect(isBusy()).toBe(false);
});

test("what is said while a dialog is open is said in it, and is closed there", async () => {
  render(toPage("Chat"));
  act(() => say("it failed"));
  const said = await within(dialog("Chat")).findByText("It failed");
  expect(said.closest("[role=status]")).toBeTruthy();
  fireEvent.click(within(dialog("Chat")).getByRole("button", { name: "snackbar.close" }));
  expect(screen.queryByText("It failed")).toBeNull();
});

test("of several dialogs it is said in the one in front", async () => {
  render(toPage("Behind", "In front"));
  act(() => say("it failed"));
  expect(await within(dialog("In front")).findByText("It failed")).toBeTruthy();
});

test("what stands there is the same when a dialog opens over it and when that is gone", async () => {
  const { rerender } = render(toPage());
  act(() => say("it is kept"));
  const said = await screen.findByText("It is kept");
  rerender(toPage("Chat"));
  expect(within(dialog("Chat")).getByText("It is kept")).toBe(said);
  rerender(toPage());
  expect(screen.getByText("It is kept")).toBe(said);
});
