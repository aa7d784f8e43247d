// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from "@fluentui/react-components";
import { cleanup, fireEvent, render, screen } from "../../support/testing-library.ts";
import { afterEach, expect, test, vi } from "vitest";
import { CopyButton } from "#renderer/blocks/parts/CopyButton.tsx";
import { eventually } from "../../support/eventually.ts";
import { store } from "#renderer/session/slices.ts";
import { dismissAllSnackbars, snackbarsAtom } from "#renderer/session/snackbars.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  dismissAllSnackbars();
  cleanup();
});

/** Copies the order number with this clipboard and returns the snackbar's text. */
async function copy(clipboard: Partial<Clipboard> | undefined): Promise<string> {
  vi.stubGlobal("navigator", { clipboard });
  render(
    <FluentProvider theme={webLightTheme}>
      <CopyButton label="Copy the order number" text="O-1" uiText={(key) => key} />
    </FluentProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Copy the order number" }));
  return eventually(() => {
    const [said] = store.get(snackbarsAtom);
    if (!said) throw new Error("Nothing is said.");
    return said.text;
  });
}

test("confirms a copy", async () => {
  const writeText = vi.fn(async () => undefined);
  expect(await copy({ writeText })).toBe("Copy.done");
  expect(writeText).toHaveBeenCalledWith("O-1");
});

test("reports a clipboard that refuses", async () => {
  expect(await copy({ writeText: () => Promise.reject(new Error("not allowed")) })).toBe("Copy.failed");
});

test("reports a browser without a clipboard", async () => {
  expect(await copy(undefined)).toBe("Copy.failed");
});
