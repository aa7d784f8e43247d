export interface CardFact {
  label: string;
  value: string;
}

/** Values that the card shows in large letters. */
interface Headline {
  holder?: string;
  proves?: string;
  institution?: string;
}

const shortCount = 3;

/** Facts for the lower part of a card: all that the headline does not show, or the first few. */
export function pickFacts(list: unknown, headline: Headline, full: boolean): CardFact[] {
  const facts = (Array.isArray(list) ? list : []) as CardFact[];
  const shown = [headline.holder, headline.proves, headline.institution];
  const others = facts.filter(({ value }) => !shown.includes(value));
  return full ? others : others.slice(0, shortCount);
}
