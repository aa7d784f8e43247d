/** A fact as a card names it. */
export interface CardFact {
  label: string;
  value: string;
}

/** What stands in large letters already. */
interface Headline {
  holder?: string;
  proves?: string;
  institution?: string;
}

const fewCount = 3;

/** The facts that a card lists below: all that do not stand above already, or a few of them. */
export function pickFacts(given: unknown, headline: Headline, full: boolean): CardFact[] {
  const facts = (Array.isArray(given) ? given : []) as CardFact[];
  const said = [headline.holder, headline.proves, headline.institution];
  const others = facts.filter(({ value }) => !said.includes(value));
  return full ? others : others.slice(0, fewCount);
}
