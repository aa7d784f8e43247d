// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DraftConflict, type StoredDraft } from "#renderer/form/draft/draft-server.ts";
import { open, readCopy, toServer } from "./keeping.ts";

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a draft that a submission spends", () => {
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
    const { keeper, data, type, connect } = open({ get: async () => ({ version: 0, data: {} }), put });
    await keeper.load();
    connect();
    type("/level", "master");
    await vi.advanceTimersByTimeAsync(1_000);
    keeper.hold();
    keeper.discard();
    keeper.release();
    settle();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(put).toHaveBeenCalledTimes(1);
    expect(data).toEqual({ level: "master" });
    expect(readCopy()).toBeNull();
    expect(keeper.state()).toBe("idle");
  });

  it("merges nothing while the submission is on its way", async () => {
    const { server, elsewhere } = toServer();
    const { keeper, data, type, connect } = open(server);
    await keeper.load();
    connect();
    elsewhere({ status: "LOA" });
    type("/level", "master");
    keeper.flush();
    keeper.hold();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(data).toEqual({ level: "master" });
    keeper.release();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(data).toEqual({ level: "master", status: "LOA" });
  });

  it("leaves the form that is open as it stands, says so, and is not begun again by what is typed", async () => {
    const { server, put, spend, read } = toServer();
    const { keeper, data, type, connect } = open(server);
    await keeper.load();
    const leave = connect();
    type("/level", "master");
    type("/status", "LOA");
    await vi.advanceTimersByTimeAsync(1_000);
    spend();
    type("/level", "bachelor");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(data).toEqual({ level: "bachelor", status: "LOA" });
    expect(keeper.state()).toBe("spent");
    const copy = readCopy();
    type("/status", "ONLY");
    await vi.advanceTimersByTimeAsync(60_000);
    leave();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([keeper.state(), put.mock.calls.length, read().version]).toEqual(["spent", 2, 0]);
    expect(readCopy()).toEqual(copy);
    expect(await open(server).keeper.load()).toBeUndefined();
    expect(readCopy()).toBeNull();
  });

  it("begins anew with what is typed once the form was taken", async () => {
    const { server, spend, read } = toServer();
    const { keeper, type, connect } = open(server);
    await keeper.load();
    connect();
    type("/level", "master");
    await vi.advanceTimersByTimeAsync(1_000);
    spend();
    type("/level", "bachelor");
    await vi.advanceTimersByTimeAsync(1_000);
    keeper.hold();
    keeper.discard();
    keeper.release();
    expect(readCopy()).toBeNull();
    type("/level", "doctoral");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(read()).toEqual({ version: 1, data: { level: "doctoral" } });
    expect(keeper.state()).toBe("saved");
  });
});
