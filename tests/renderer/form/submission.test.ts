// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import type { DraftServer } from "#renderer/form/draft/draft-server.ts";
import { FormStore } from "#renderer/form/form-store.ts";
import { Submission } from "#renderer/form/submission.ts";
import { address, messages, scope, toModel, toTools } from "../../sample-forms.ts";
import { open, toServer } from "./draft/keeping.ts";

const model = toModel(address);
const words = (key: string) => key;
const view = { translate: (english: string) => english, words, propsOf: () => ({}), options: () => undefined };

beforeEach(() => localStorage.clear());

test("a form is sent after the draft that was on its way, which would else outlive it", async () => {
  const arrived: string[] = [];
  const { server } = toServer();
  const put: DraftServer["put"] = async (version, data) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    arrived.push("draft");
    return server.put(version, data);
  };
  const { keeper, type, connect } = open({ ...server, put });
  connect();
  type("/level", "master");
  keeper.flush();
  const store = new FormStore({ model, data: { pincode: "110002" }, scope, tools: toTools(model), messages, view });
  const send = vi.fn(async () => {
    arrived.push("form");
    return { taken: true, errors: [] };
  });
  const busy = vi.fn();
  const sending = { draft: keeper, keptFiles: undefined, words, send, refused: vi.fn(), busy };
  expect(await new Submission(store).submit(sending)).toBe(true);
  expect(arrived).toEqual(["draft", "form"]);
  expect(send).toHaveBeenCalledExactlyOnceWith({ pincode: "110002" });
  expect(busy.mock.calls).toEqual([[true], [false]]);
});
