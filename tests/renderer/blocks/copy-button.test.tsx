// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from "@fluentui/react-components";
import { cleanup, fireEvent, render, screen } from "../../testing-library.ts";
import { afterEach, expect, test, vi } from "vitest";
import { CopyButton } from "#renderer/blocks/parts/CopyButton.tsx";
import { eventually } from "../../eventually.ts";
import { store } from "#renderer/session/slices.ts";
import { dismissAll, snackbarsAtom } from "#renderer/session/snackbars.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  dismissAll();
  cleanup();
});

/** What is said when the order's number is copied in a browser with such a clipboard. */
async function copy(clipboard: Partial<Clipboard> | undefined): Promise<string> {
  vi.stubGlobal("navigator", { clipboard });
  render(
    <FluentProvider theme={webLightTheme}>
      <CopyButton label="Copy the order number" text="O-1" words={(key) => key} />
    </FluentProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Copy the order number" }));
  return eventually(() => {
    const [said] = store.get(snackbarsAtom);
    if (!said) throw new Error("Nothing is said.");
    return said.text;
  });
}

test("what is copied is said to be", async () => {
  const writeText = vi.fn(async () => undefined);
  expect(await copy({ writeText })).toBe("Copy.done");
  expect(writeText).toHaveBeenCalledWith("O-1");
});

test("a clipboard that refuses is told of", async () => {
  expect(await copy({ writeText: () => Promise.reject(new Error("not allowed")) })).toBe("Copy.failed");
});

test("a browser without a clipboard says so too", async () => {
  expect(await copy(undefined)).toBe("Copy.failed");
});
