import { listSlots } from "./parts/places.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** What an address may begin with: what the page's policy lets it load, and so nothing of another host. */
const allowed = [/^data:image\//, /^\/(?!\/)/];

/** An address of another kind than those that a page may load. */
export const wrongUrl: Check = (set) =>
  listSlots(set, "url").flatMap(({ source, pointer, value }) => {
    const url = String(value);
    if (allowed.some((pattern) => pattern.test(url))) return [];
    const shown = url.length > 60 ? `${url.slice(0, 57)}…` : url;
    const message = `"${shown}" is no address that a page may load: write a path of this server, or a picture as data`;
    return [issueAt(source, pointer, "wrong-url", message)];
  });
