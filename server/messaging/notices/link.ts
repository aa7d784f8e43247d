import { toAddress } from "#engine/documents/address.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import type { StoredNotice } from "#server/platform/store/tables/notices.ts";

/** What a notice opens: the address of a screen, as the newest documents have it. Undefined for one that knows of nothing. */
export function toLink(
  organisation: Pick<OrganisationRelease, "get"> | undefined,
  { key, about }: StoredNotice,
): string | undefined {
  const opens = organisation?.get("messages", "messages")?.notices[key]?.opens;
  const route = opens && organisation.get("screen", opens.screen)?.route;
  return opens && route && about ? toAddress(route, opens, about) : undefined;
}
