// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from "@fluentui/react-components";
import { cleanup, fireEvent, render, screen } from "../../support/testing-library.ts";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { Modal } from "#renderer/shell/Modal.tsx";
import { CameraFrame } from "#widgets/camera/CameraFrame.tsx";
import { DiscardDialog } from "#widgets/file/photos/DiscardDialog.tsx";
import WarningModal from "#widgets/file/WarningModal.tsx";

const text = (key: string) => key;
const draw = (content: ReactNode) => render(<FluentProvider theme={webLightTheme}>{content}</FluentProvider>);
const dialog = (name: string) => screen.getByRole<HTMLDialogElement>("dialog", { name });
/** The event that a browser fires for Escape. */
const cancel = (element: Element) => fireEvent(element, new Event("cancel", { cancelable: true }));
afterEach(cleanup);

test("closes on Escape", () => {
  const close = vi.fn();
  draw(
    <Modal title="Papers" onClose={close}>
      words
    </Modal>,
  );
  expect(cancel(dialog("Papers"))).toBe(false);
  expect(close).toHaveBeenCalledTimes(1);
});

test("stays open when a file picker inside it is cancelled", () => {
  const close = vi.fn();
  draw(
    <Modal title="Papers" onClose={close}>
      <WarningModal title="Flawed" text={text} onUploadAgain={close} onClose={close}>
        <CameraFrame title="Photos" text={text} onLeave={close}>
          <input type="file" aria-label="Marksheet" />
        </CameraFrame>
      </WarningModal>
    </Modal>,
  );
  fireEvent(screen.getByLabelText("Marksheet"), new Event("cancel", { bubbles: true }));
  expect(close).not.toHaveBeenCalled();
  expect(["Papers", "Flawed", "Photos"].map((name) => dialog(name).open)).toEqual([true, true, true]);
});

test("closes only the top dialog on Escape", () => {
  const [closed, left] = [vi.fn(), vi.fn()];
  draw(
    <Modal title="Papers" onClose={closed}>
      <CameraFrame title="Photos" text={text} onLeave={left}>
        words
      </CameraFrame>
    </Modal>,
  );
  cancel(dialog("Photos"));
  expect([left.mock.calls.length, closed.mock.calls.length]).toEqual([1, 0]);
});

test("reopens a dialog without onClose when the browser closed it", () => {
  draw(<Modal title="Answer">words</Modal>);
  dialog("Answer").close();
  expect(dialog("Answer").open).toBe(true);
});

const closedByItself: [string, (close: () => void) => ReactNode][] = [
  [
    "a dialog",
    (close) => (
      <Modal title="One" onClose={close}>
        words
      </Modal>
    ),
  ],
  [
    "a warning",
    (close) => (
      <WarningModal title="One" text={text} onUploadAgain={vi.fn()} onClose={close}>
        words
      </WarningModal>
    ),
  ],
  [
    "the camera",
    (close) => (
      <CameraFrame title="One" text={text} onLeave={close}>
        words
      </CameraFrame>
    ),
  ],
  ["a question", (close) => <DiscardDialog text={() => "One"} onStay={close} onLeave={vi.fn()} />],
];

test.each(closedByItself)("calls onClose of %s when the browser closed it", (_, toDialog) => {
  const close = vi.fn();
  draw(toDialog(close));
  document.querySelector("dialog")?.close();
  expect(close).toHaveBeenCalledTimes(1);
});
