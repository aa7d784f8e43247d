import type { WholeChat } from "#engine/core/scope/shapes/chats.ts";
import { translateText } from "#engine/core/definitions/translate.ts";
import { toOrganisationName } from "#server/config/release.ts";
import type { Services } from "#server/services.ts";
import { english } from "#server/wallet/transactions/english-text.ts";

/** The ready-made replies of an organisation, in the candidate's language and with the names filled in. */
export function listReplies(
  { config, findMessageTexts }: Pick<Services, "config" | "findMessageTexts">,
  { orgId, candidate, colleague, locale }: { orgId: string; candidate: string; colleague: string; locale: string },
): WholeChat["replyList"] {
  const { replies = {} } = config.organisation(orgId)?.get("support", "support") ?? {};
  const { translate, formatValue } = findMessageTexts(locale, orgId);
  const values = { candidate, colleague, organisation: formatValue(toOrganisationName(config, orgId)) };
  return Object.entries(replies).map(([name, { title, text }]) => ({
    name,
    title: english(title),
    text: translateText(text, values, translate),
  }));
}
