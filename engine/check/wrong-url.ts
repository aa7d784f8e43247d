import { listSlots } from "./parts/places.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** What an address may begin with: nothing that runs as code, nothing that travels in the open. */
const allowed = [/^https:\/\/[^\s/]+/, /^data:image\//, /^\/(?!\/)/];

/** An address of another kind than those that a page may load or go to. */
export const wrongUrl: Check = (set) =>
  listSlots(set, "url").flatMap(({ source, pointer, value }) => {
    const url = String(value);
    if (allowed.some((pattern) => pattern.test(url))) return [];
    const shown = url.length > 60 ? `${url.slice(0, 57)}…` : url;
    const message = `"${shown}" is no address that may stand here: https, a picture as data, or a path of this server`;
    return [issueAt(source, pointer, "wrong-url", message)];
  });
