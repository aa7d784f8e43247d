import type { FastifyRequest } from "fastify";
import type { ConfigReader } from "#server/config/reader.ts";
import type { FindWords, Words } from "#server/messaging/words/words.ts";

type Sources = { config: Pick<ConfigReader, "current"> };

/** By which a page says whose it is, before anything else of the request is read. */
const partnerHeader = "x-partner-org-id";

/** The language that an address names (`?lang=`), where the release speaks it. */
export function findLanguage(named: string | null, { config }: Sources): string | undefined {
  return findKnown(
    named === null ? [] : [named],
    config.current().locales.map(({ id }) => id),
  );
}

/**
 * The language of an answer: the first that the request accepts and the release speaks, else that of the candidate's
 * profile, else English.
 */
export function toLanguage(request: FastifyRequest, { config }: Sources): string {
  const known = config.current().locales.map(({ id }) => id);
  const profile = request.session?.candidate.locale;
  const accepted = toAccepted(request.headers["accept-language"]);
  return findKnown(accepted, known) ?? findKnown(profile === undefined ? [] : [profile], known) ?? "en";
}

/** The words of the organisation that a request's page belongs to: in the request's language, or another. */
export function toWords(
  request: FastifyRequest,
  services: Sources & { findWords: FindWords },
  language = toLanguage(request, services),
): Words {
  const header = request.headers[partnerHeader];
  return services.findWords(language, typeof header === "string" ? header : undefined);
}

/** The languages of an Accept-Language header, the dearest first (RFC 9110, 12.5.4); '*' says nothing. */
export function toAccepted(header: string | undefined): string[] {
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

/** The first that is known as it stands, or by its language without the region. */
function findKnown(wanted: readonly string[], known: readonly string[]): string | undefined {
  const byTag = (tag: string) => known.find((id) => id.toLowerCase() === tag.toLowerCase());
  return wanted.map((tag) => byTag(tag) ?? byTag(tag.split("-")[0]!)).find((id) => id !== undefined);
}
