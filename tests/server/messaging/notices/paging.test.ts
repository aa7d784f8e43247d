import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Notification } from "#engine/core/scope/shapes/notifications.ts";
import { messageKeys, type MessageKey } from "#engine/core/definitions/message-keys.ts";
import { noticeFacts, type NoticeFacts } from "#engine/core/definitions/notice-facts.ts";
import { writeNotification } from "#server/messaging/notices/notices.ts";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";

let app: TestApp;
let token: string;
let candidateId: string;
beforeAll(async () => {
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app.close());
beforeEach(async () => ({ token, candidateId } = await makeCandidate()));

const place = "/notification/api/1.0/notification";
type NoticeKey = MessageKey<"notices">;

async function makeCandidate() {
  const mobile = newMobile();
  const { accessToken } = await app.signIn(mobile, { name: "Asha" });
  const { rows } = await app.services.pool.query<{ id: string }>("select id from candidates where mobile = $1", [
    mobile,
  ]);
  return { token: accessToken, candidateId: rows[0]!.id };
}

/** The facts of a notice of any kind: each has its name as its value. */
const about = (key: NoticeKey) =>
  Object.fromEntries(noticeFacts[key].map((name) => [name, name === "orgId" ? "gce" : `the-${name}`])) as NoticeFacts<
    typeof key
  >;

async function sendNotice(key: NoticeKey, more: { minutesAgo?: number; orgId?: string; image?: string } = {}) {
  const { minutesAgo = 0, ...rest } = more;
  const values = Object.fromEntries(messageKeys.notices[key].map((gap) => [gap, gap])) as never;
  const now = new Date(Date.UTC(2026, 0, 1) - minutesAgo * 60_000);
  await writeNotification(app.services.db, { candidateId, key, values, about: about(key) as never, now, ...rest });
}

async function list(query = "", as = token) {
  const answer = await app.call("GET", `${place}${query}`, { token: as });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: { list: Notification[]; total: number; unread: number } }>().data;
}

const read = async (ids?: string[], as = token) =>
  (await app.call("POST", `${place}/read`, { token: as, body: ids ? { ids } : {} })).json<{
    data: { unread: number };
  }>().data.unread;

test("pages 35 notices as 20, 10 and 5, each once and the newest first", async () => {
  for (let i = 0; i < 35; i += 1) await sendNotice("form-waiting", { minutesAgo: i });
  const pages = [await list("?seed=0&count=20"), await list("?seed=20&count=10"), await list("?seed=30&count=10")];
  expect(pages.map((page) => [page.list.length, page.total])).toEqual([
    [20, 35],
    [10, 35],
    [5, 35],
  ]);
  const all = pages.flatMap((page) => page.list);
  expect(new Set(all.map(({ _id }) => _id)).size).toBe(35);
  expect(all.map(({ createdAt }) => createdAt)).toEqual(
    all
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .toReversed(),
  );
  expect((await list("?seed=35&count=10")).list).toEqual([]);
});

test("counts a notice as unread until it is opened, or until all are marked as read", async () => {
  for (let i = 0; i < 3; i += 1) await sendNotice("form-waiting", { minutesAgo: i });
  const before = await list();
  expect([before.unread, ...before.list.map((notice) => notice.read)]).toEqual([3, false, false, false]);
  expect(await read([before.list[1]!._id])).toBe(2);
  expect((await list()).list.map((notice) => notice.read)).toEqual([false, true, false]);
  expect(await read()).toBe(0);
  expect((await list()).unread).toBe(0);
});

test("does not mark foreign notices as read", async () => {
  await sendNotice("form-waiting");
  const [notice] = (await list()).list;
  const stranger = await makeCandidate();
  expect(await read([notice!._id], stranger.token)).toBe(0);
  expect(await read(undefined, stranger.token)).toBe(0);
  expect((await list()).unread).toBe(1);
});

test.each(Object.keys(messageKeys.notices) as NoticeKey[])(
  "%s leads to a screen, with all that it is about",
  async (key) => {
    await sendNotice(key, { orgId: "gce" });
    const [{ link = "" }] = (await list()).list as [Notification];
    const organisation = app.services.config.organisation("gce")!;
    const { screen } = organisation.get("messages", "messages")!.notices[key].opens;
    const [route = ""] = [organisation.get("screen", screen)!.route].flat();
    const { pathname, searchParams } = new URL(link, "http://wallet");
    expect(pathname).toMatch(new RegExp(`^${route.replaceAll(/\/:\w+\??/g, "/[^/]+")}$`));
    const parts = [...pathname.split("/"), ...searchParams.values()];
    // The form of an order follows from its transaction.
    const named = noticeFacts[key].filter((name) => name !== "formId" || screen === "form");
    expect(parts).toEqual(
      expect.arrayContaining(named.map((name) => about(key)[name as keyof ReturnType<typeof about>])),
    );
  },
);

test("shows the image of the notice, else of the organisation, else none", async () => {
  await sendNotice("form-waiting", { orgId: "gce", image: "/favicon.svg" });
  await sendNotice("form-waiting", { orgId: "gce", minutesAgo: 1 });
  await sendNotice("form-waiting", { orgId: "gone", minutesAgo: 2 });
  const [own, organisation, none] = (await list()).list;
  expect(own?.image).toBe("/favicon.svg");
  expect(organisation?.image).toBe(app.services.config.organisation("gce")!.organisation.logo);
  expect(none).not.toHaveProperty("image");
});
