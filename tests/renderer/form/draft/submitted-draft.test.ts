// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DraftConflict, type StoredDraft } from "#renderer/form/draft/draft-server.ts";
import { openDraft, readCopy, createServer } from "./draft-fixture.ts";

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("DraftSync of a submitted draft", () => {
  it.each([
    ["taken", { version: 1, data: { level: "master" } }],
    ["refused", new DraftConflict({ version: 2, data: { level: "bachelor", status: "LOA" } })],
    ["lost", new Error("offline")],
  ])("writes nothing for an answer (%s) that comes after it", async (_, answer) => {
    let settle = () => undefined as void;
    const put = vi.fn(
      () =>
        new Promise<StoredDraft>((resolve, reject) => {
          settle = () => (answer instanceof Error ? reject(answer) : resolve(answer));
        }),
    );
    const { draftSync, data, type, connect } = openDraft({ get: async () => ({ version: 0, data: {} }), put });
    await draftSync.load();
    connect();
    type("/level", "master");
    await vi.advanceTimersByTimeAsync(1_000);
    draftSync.pause();
    draftSync.discard();
    draftSync.resume();
    settle();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(put).toHaveBeenCalledTimes(1);
    expect(data).toEqual({ level: "master" });
    expect(readCopy()).toBeNull();
    expect(draftSync.state()).toBe("idle");
  });

  it("merges nothing during the submission", async () => {
    const { server, saveElsewhere } = createServer();
    const { draftSync, data, type, connect } = openDraft(server);
    await draftSync.load();
    connect();
    saveElsewhere({ status: "LOA" });
    type("/level", "master");
    draftSync.flush();
    draftSync.pause();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(data).toEqual({ level: "master" });
    draftSync.resume();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(data).toEqual({ level: "master", status: "LOA" });
  });

  it("leaves the open form unchanged, reports it, and begins no new draft", async () => {
    const { server, put, submitElsewhere, read } = createServer();
    const { draftSync, data, type, connect } = openDraft(server);
    await draftSync.load();
    const leave = connect();
    type("/level", "master");
    type("/status", "LOA");
    await vi.advanceTimersByTimeAsync(1_000);
    submitElsewhere();
    type("/level", "bachelor");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(data).toEqual({ level: "bachelor", status: "LOA" });
    expect(draftSync.state()).toBe("submitted");
    const copy = readCopy();
    type("/status", "ONLY");
    await vi.advanceTimersByTimeAsync(60_000);
    leave();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([draftSync.state(), put.mock.calls.length, read().version]).toEqual(["submitted", 2, 0]);
    expect(readCopy()).toEqual(copy);
    expect(await openDraft(server).draftSync.load()).toBeUndefined();
    expect(readCopy()).toBeNull();
  });

  it("begins a new draft with the next change after its own submission", async () => {
    const { server, submitElsewhere, read } = createServer();
    const { draftSync, type, connect } = openDraft(server);
    await draftSync.load();
    connect();
    type("/level", "master");
    await vi.advanceTimersByTimeAsync(1_000);
    submitElsewhere();
    type("/level", "bachelor");
    await vi.advanceTimersByTimeAsync(1_000);
    draftSync.pause();
    draftSync.discard();
    draftSync.resume();
    expect(readCopy()).toBeNull();
    type("/level", "doctoral");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(read()).toEqual({ version: 1, data: { level: "doctoral" } });
    expect(draftSync.state()).toBe("saved");
  });
});
