// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { key, openDraft, readCopy, createServer, toStorage } from "./draft-fixture.ts";

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("DraftSync of a closed form", () => {
  it("delivers the draft once the connection is back and updates the copy", async () => {
    const { server, loseConnection, read } = createServer();
    loseConnection();
    const { draftSync, type, connect } = openDraft(server);
    await draftSync.load();
    const leave = connect();
    type("/level", "master");
    leave();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(read()).toEqual({ version: 1, data: { level: "master" } });
    expect(readCopy()).toEqual({ version: 1, data: { level: "master" }, unsent: [] });
  });

  it("stops when the form is opened again, so that newer text stays", async () => {
    const { server, loseConnection, read, put } = createServer();
    loseConnection();
    const before = openDraft(server);
    await before.draftSync.load();
    const leave = before.connect();
    before.type("/level", "Asha");
    leave();
    const now = openDraft(server);
    Object.assign(now.data, await now.draftSync.load());
    now.connect();
    now.type("/level", "Aisha");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(read()).toEqual({ version: 1, data: { level: "Aisha" } });
    expect(readCopy()).toEqual({ version: 1, data: { level: "Aisha" }, unsent: [] });
    expect(put).toHaveBeenCalledTimes(2);
  });

  it("leaves no draft behind a submission of the reopened form", async () => {
    const { server, loseConnection, read, submitElsewhere } = createServer();
    loseConnection();
    const before = openDraft(server);
    const leave = before.connect();
    before.type("/level", "Asha");
    leave();
    const now = openDraft(server);
    await now.draftSync.load();
    now.connect();
    now.draftSync.pause();
    submitElsewhere();
    now.draftSync.discard();
    now.draftSync.resume();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(read()).toEqual({ version: 0, data: {} });
    expect(readCopy()).toBeNull();
  });

  /** Closes a form with an undelivered draft and opens the same form in another tab. */
  async function leaveBesideAnother() {
    const { server, loseConnection, put, read } = createServer();
    loseConnection();
    const before = openDraft(server);
    const leave = before.connect();
    before.type("/level", "Asha");
    leave();
    await vi.advanceTimersByTimeAsync(1_000);
    const other = openDraft(undefined, undefined, undefined, toStorage());
    other.connect();
    other.type("/level", "Aisha");
    other.draftSync.flush();
    return { put, read, other };
  }

  it("delivers the draft without touching the copy of another tab", async () => {
    const { read } = await leaveBesideAnother();
    const copy = readCopy();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(read().data).toEqual({ level: "Asha" });
    expect(readCopy()).toEqual(copy);
  });

  it("does not deliver once another tab has submitted the form", async () => {
    const { put, read, other } = await leaveBesideAnother();
    other.draftSync.discard();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([put.mock.calls.length, read().version]).toEqual([1, 0]);
    expect(readCopy()).toBeNull();
  });

  it("leaves the copy of another tab when its own submission is accepted later", async () => {
    const storage = toStorage();
    const before = openDraft(createServer().server, undefined, undefined, storage);
    const leave = before.connect();
    before.type("/level", "Asha");
    before.draftSync.flush();
    before.draftSync.pause();
    leave();
    const other = openDraft();
    other.connect();
    other.type("/level", "Aisha");
    other.draftSync.flush();
    before.draftSync.discard();
    before.draftSync.resume();
    expect(readCopy()?.data).toEqual({ level: "Aisha" });
  });

  it("does not merge another device's draft: the next opening does", async () => {
    const { server, loseConnection, put, saveElsewhere, read } = createServer();
    loseConnection();
    const before = openDraft(server);
    const leave = before.connect();
    before.type("/level", "master");
    leave();
    saveElsewhere({ level: "bachelor", status: "LOA" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(put).toHaveBeenCalledTimes(2);
    expect(before.data).toEqual({ level: "master" });
    expect(readCopy()).toMatchObject({ data: { level: "master" }, unsent: ["/level"] });
    const now = openDraft(server);
    Object.assign(now.data, await now.draftSync.load());
    now.connect();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(read()).toEqual({ version: 2, data: { level: "master", status: "LOA" } });
  });

  it("keeps the draft again when the same form is mounted again", async () => {
    const { server, read } = createServer();
    const { draftSync, type, connect } = openDraft(server);
    connect()();
    connect();
    localStorage.setItem(key, JSON.stringify({ version: 0, data: {}, unsent: [] }));
    type("/level", "master");
    draftSync.flush();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(read().data).toEqual({ level: "master" });
    expect(readCopy()).toMatchObject({ data: { level: "master" } });
  });
});
