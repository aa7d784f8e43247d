// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createServer, openDraft, readCopy } from "./draft-fixture.ts";

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("DraftSync of a form with pages", () => {
  it("keeps the open page in the browser at once and on the server soon", async () => {
    const { server, put, read } = createServer({ version: 1, data: { level: "master" }, page: "first" });
    const { draftSync, data, connect } = openDraft(server);
    Object.assign(data, await draftSync.load());
    expect(draftSync.page).toBe("first");
    connect();
    draftSync.keepPage("first");
    draftSync.keepPage("second");
    await vi.advanceTimersByTimeAsync(300);
    expect(readCopy()).toMatchObject({ page: "second", unsent: ["page"] });
    await vi.advanceTimersByTimeAsync(1000);
    expect(put).toHaveBeenCalledTimes(1);
    expect(read()).toEqual({ version: 2, data: { level: "master" }, page: "second" });
    expect(readCopy()).toMatchObject({ page: "second", unsent: [] });
  });

  it("sends nothing when the page that is kept stays open", async () => {
    const { server, put } = createServer({ version: 1, data: {}, page: "first" });
    const { draftSync, connect } = openDraft(server);
    await draftSync.load();
    connect();
    draftSync.keepPage("first");
    await vi.advanceTimersByTimeAsync(5000);
    expect(put).not.toHaveBeenCalled();
  });

  it("opens an unsent page of this device before that of the server", async () => {
    const { server, loseConnection, saveElsewhere } = createServer({ version: 1, data: {}, page: "first" });
    const { draftSync, connect } = openDraft(server);
    await draftSync.load();
    const disconnect = connect();
    loseConnection();
    draftSync.keepPage("second");
    await vi.advanceTimersByTimeAsync(1000);
    disconnect();
    saveElsewhere({ level: "master" });
    const later = openDraft(server);
    expect(await later.draftSync.load()).toEqual({ level: "master" });
    expect(later.draftSync.page).toBe("second");
  });

  it("leaves the open page where it is when another device turned to another", async () => {
    const { server, saveElsewhere, read } = createServer({ version: 1, data: {}, page: "first" });
    const { draftSync, type, connect } = openDraft(server);
    await draftSync.load();
    connect();
    saveElsewhere({ status: "WITH" });
    type("/level", "master");
    await vi.advanceTimersByTimeAsync(2000);
    expect(draftSync.page).toBe("first");
    expect(read()).toMatchObject({ data: { level: "master", status: "WITH" }, page: "first" });
  });

  it("forgets the page with the draft", async () => {
    const { server } = createServer({ version: 1, data: {}, page: "second" });
    const { draftSync, connect } = openDraft(server);
    await draftSync.load();
    connect();
    draftSync.discard();
    expect(draftSync.page).toBeUndefined();
  });
});
