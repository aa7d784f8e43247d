// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from "@fluentui/react-components";
import { act, cleanup, fireEvent, render, screen, within } from "../../support/testing-library.ts";
import { Provider } from "jotai";
import { afterEach, expect, test } from "vitest";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { store } from "#renderer/session/slices.ts";
import { dismissAllSnackbars, showSnackbar } from "#renderer/session/snackbars.ts";
import { Modal } from "#renderer/shell/Modal.tsx";
import { Snackbars } from "#renderer/shell/Snackbars.tsx";

const config = { uiText: (key: string) => key } as unknown as ConfigClient;
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
  dismissAllSnackbars();
  cleanup();
});

test("is busy until the code of the first snackbar has loaded", async () => {
  render(toPage());
  const isBusy = () => screen.getByRole("status").querySelector("[aria-busy=true]") !== null;
  expect(isBusy()).toBe(false);
  act(() => showSnackbar("it is kept"));
  expect(isBusy()).toBe(true);
  await screen.findByText("It is kept");
  expect(isBusy()).toBe(false);
});

test("shows and closes a snackbar inside an open dialog", async () => {
  render(toPage("Chat"));
  act(() => showSnackbar("it failed"));
  const message = await within(dialog("Chat")).findByText("It failed");
  expect(message.closest("[role=status]")).toBeTruthy();
  fireEvent.click(within(dialog("Chat")).getByRole("button", { name: "snackbar.close" }));
  expect(screen.queryByText("It failed")).toBeNull();
});

test("shows a snackbar in the top dialog", async () => {
  render(toPage("Behind", "In front"));
  act(() => showSnackbar("it failed"));
  expect(await within(dialog("In front")).findByText("It failed")).toBeTruthy();
});

test("keeps the same elements when a dialog opens and closes", async () => {
  const { rerender } = render(toPage());
  act(() => showSnackbar("it is kept"));
  const message = await screen.findByText("It is kept");
  rerender(toPage("Chat"));
  expect(within(dialog("Chat")).getByText("It is kept")).toBe(message);
  rerender(toPage());
  expect(screen.getByText("It is kept")).toBe(message);
});
