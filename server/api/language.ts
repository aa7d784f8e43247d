import type { FastifyRequest } from "fastify";
import { toWalletBrand } from "#engine/core/definitions/wallet-brand.ts";
import type { ConfigReader } from "#server/config/reader.ts";
import type { Services } from "#server/services.ts";
import type { FindMessageTexts, MessageTexts } from "#server/messaging/texts/message-texts.ts";

type LanguageSources = { config: Pick<ConfigReader, "current"> };

/** The header in which a page names its organisation. */
const partnerHeader = "x-partner-org-id";

/** Returns the language of an address (`?lang=`), if the release has it. */
export function findLanguage(named: string | null, { config }: LanguageSources): string | undefined {
  return findKnown(
    named === null ? [] : [named],
    config.current().locales.map(({ id }) => id),
  );
}

/**
 * Returns the language of a response: the first accepted one that the release has, then the profile's, then English.
 */
export function findRequestLanguage(request: FastifyRequest, { config }: LanguageSources): string {
  const known = config.current().locales.map(({ id }) => id);
  const profile = request.session?.candidate.locale;
  const accepted = parseAcceptLanguage(request.headers["accept-language"]);
  return findKnown(accepted, known) ?? findKnown(profile === undefined ? [] : [profile], known) ?? "en";
}

/** Returns the texts of the page's organisation, by default in the request's language. */
export function findRequestMessages(
  request: FastifyRequest,
  services: LanguageSources & { findMessageTexts: FindMessageTexts },
  language = findRequestLanguage(request, services),
): MessageTexts {
  const header = request.headers[partnerHeader];
  return services.findMessageTexts(language, typeof header === "string" ? header : undefined);
}

/** Who sends codes: the wallet's own name, and its address. */
export function readSender({ config, settings }: LanguageSources & Pick<Services, "settings">): {
  sender: string;
  publicUrl: string;
} {
  const { organisations, defaultOrgId } = config.current();
  const organisation = organisations.get(defaultOrgId)?.organisation;
  return { sender: organisation ? toWalletBrand(organisation).name : "", publicUrl: settings.publicUrl };
}

/** Returns the languages of an Accept-Language header by preference (RFC 9110, 12.5.4), without '*'. */
function parseAcceptLanguage(header: string | undefined): string[] {
  return (header ?? "")
    .slice(0, 1000)
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.split(";").map((piece) => piece.trim());
      const quality = parameters.find((piece) => piece.startsWith("q="))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => /^[A-Za-z]{2,3}(-[A-Za-z0-9]+)*$/.test(tag) && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

/** Returns the first known language, by its full tag or without the region. */
function findKnown(wanted: readonly string[], known: readonly string[]): string | undefined {
  const byTag = (tag: string) => known.find((id) => id.toLowerCase() === tag.toLowerCase());
  return wanted.map((tag) => byTag(tag) ?? byTag(tag.split("-")[0]!)).find((id) => id !== undefined);
}
