// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import type { DraftServer } from "#renderer/form/draft/draft-server.ts";
import { Failure } from "#renderer/data/failure.ts";
import { FormStore } from "#renderer/form/form-store.ts";
import { sendForm, Submission } from "#renderer/form/submission.ts";
import { address, messages, scope, toModel, toTools } from "../../support/sample-forms.ts";
import { openDraft, createServer } from "./draft/draft-fixture.ts";

const model = toModel(address);
const text = (key: string) => key;
const view = { translate: (english: string) => english, text, getWidgetProps: () => ({}), options: () => undefined };

beforeEach(() => localStorage.clear());

test("sends the form after the draft in flight, which would otherwise outlive it", async () => {
  const arrived: string[] = [];
  const { server } = createServer();
  const put: DraftServer["put"] = async (version, data) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    arrived.push("draft");
    return server.put(version, data);
  };
  const { draftSync, type, connect } = openDraft({ ...server, put });
  connect();
  type("/level", "master");
  draftSync.flush();
  const store = new FormStore({ model, data: { pincode: "110002" }, scope, tools: toTools(model), messages, view });
  const send = vi.fn(async () => {
    arrived.push("form");
    return { accepted: true, errors: [] };
  });
  const busy = vi.fn();
  const context = { draft: draftSync, pendingFiles: undefined, text, send, onRefused: vi.fn(), onBusy: busy };
  expect(await new Submission(store).submit(context)).toBe(true);
  expect(arrived).toEqual(["draft", "form"]);
  expect(send).toHaveBeenCalledExactlyOnceWith({ pincode: "110002" });
  expect(busy.mock.calls).toEqual([[true], [false]]);
});

test("shows a body that is too large at its largest field", async () => {
  const data = { pincode: "110002", line1: "x".repeat(100), landmark: "by the lake" };
  const store = new FormStore({ model, data, scope, tools: toTools(model), messages, view });
  const result = await sendForm(store, data, undefined, async (_, handle) => {
    handle(new Failure("bgv.save", 413, { code: 100, message: "Please check your request" }));
  });
  expect(result).toEqual({
    accepted: false,
    errors: [{ pointer: "/line1", keyword: "size", message: "form.too-large", severity: "error" }],
  });
});
