export interface CardFact {
  name?: string;
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

/** Facts for the lower part of a card: every fact under its label, or the first few that the headline does not show. */
export function pickFacts(list: unknown, headline: Headline, full: boolean): CardFact[] {
  const facts = (Array.isArray(list) ? list : []) as CardFact[];
  if (full) return facts;
  const shown = [headline.holder, headline.proves, headline.institution];
  return facts.filter(({ value }) => !shown.includes(value)).slice(0, shortCount);
}
