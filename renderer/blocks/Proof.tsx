import type { About } from "#engine/documents/about.ts";
import { makeStyles, tokens } from "@fluentui/react-components";
import { useEffect, useId, useRef, useState } from "react";
import { checkNames, checkProof, type Checks, type Proof as Shown, type ReadText } from "#renderer/data/proof.ts";
import { readServerTime } from "#renderer/session/clock.ts";
import { Icon } from "#renderer/shell/Icon.tsx";
import type { BlockProps } from "./block.ts";
import { toneColours, type Tone } from "./parts/tones.ts";

const words = { object: { signature: "text", content: "text", holder: "text", standing: "text" } } as const;
export const contract = {
  props: {
    of: { value: { type: "object" } },
    "claimed?": { value: { type: "object" } },
    title: "text",
    checking: "text",
    holds: "text",
    fails: "text",
    untold: "text",
    good: words,
    bad: words,
  },
} as const;

/** What an editor says of it. */
export const about = {
  is: "What a proof is worth, checked in the visitor's own browser by what the issuer publishes.",
  props: {
    of: ["What is proven with: presentation, audience, nonce.", { var: "shown.proof" }],
    claimed: ["What the page says: a card with holder and facts.", { var: "item.card" }],
    title: ["The heading above it.", "Checked in your browser"],
    checking: ["What is said meanwhile.", "Checking …"],
    holds: ["What is said where all of it holds.", "Everything holds"],
    fails: ["What is said where something does not.", "Do not rely on this"],
    untold: ["What is said where something could not be told.", "It could not be checked here"],
    good: "What is said of each check that holds.",
    "good.signature": ["What is said of the issuer's signature.", "Signed by the issuer"],
    "good.content": ["What is said of whether the page says what was signed.", "Nothing was changed"],
    "good.holder": ["What is said of whether its holder shows it.", "Its holder shows it to you"],
    "good.standing": ["What is said of the issuer's list.", "Not withdrawn"],
    bad: "What is said of each check that does not.",
    "bad.signature": ["What is said of the issuer's signature.", "Not signed by the issuer"],
    "bad.content": ["What is said of whether the page says what was signed.", "Something was changed"],
    "bad.holder": ["What is said of whether its holder shows it.", "Its holder does not show it to you"],
    "bad.standing": ["What is said of the issuer's list.", "Withdrawn"],
  },
} satisfies About<typeof contract>;

const useStyles = makeStyles({
  box: {
    display: "flex",
    flexDirection: "column",
    gap: "12px",
    padding: "20px",
    borderRadius: "8px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  verdict: {
    display: "flex",
    alignItems: "center",
    gap: "8px",
    margin: 0,
    padding: "10px 12px",
    borderRadius: "8px",
    fontWeight: tokens.fontWeightSemibold,
    lineHeight: tokens.lineHeightBase300,
  },
  list: { listStyleType: "none", margin: 0, padding: 0, display: "flex", flexDirection: "column", gap: "8px" },
  line: { display: "flex", alignItems: "flex-start", gap: "8px", lineHeight: tokens.lineHeightBase300 },
  good: { display: "flex", color: tokens.colorStatusSuccessForeground1 },
  bad: { display: "flex", color: tokens.colorStatusDangerForeground1 },
});

/** What the issuer publishes is read afresh: a copy from before would not say what was withdrawn since. */
const readText: ReadText = async (path) => {
  const response = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout(20_000) }).catch(() => undefined);
  return response?.ok ? response.text() : undefined;
};

const toTone = (checks: Checks | undefined): Tone => {
  if (!checks) return "neutral";
  const all = checkNames.map((name) => checks[name]);
  if (all.includes(false)) return "danger";
  return all.includes(undefined) ? "warning" : "success";
};

/** What a proof is worth, line by line, checked in the visitor's own browser. */
export function Proof({ of, claimed, scope, ...says }: BlockProps<typeof contract>) {
  const styles = useStyles();
  const id = useId();
  const checks = useChecks(of as Shown | undefined, claimed as Card | undefined, (text) => scope.text(text));
  if (!of) return null;
  const tone = toTone(checks);
  const verdict = {
    neutral: says.checking,
    info: says.checking,
    success: says.holds,
    warning: says.untold,
    danger: says.fails,
  };
  return (
    <section data-card className={styles.box} aria-labelledby={id} aria-busy={!checks}>
      <h2 id={id} className={styles.title}>
        {says.title}
      </h2>
      <p role="status" className={styles.verdict} style={toneColours[tone]}>
        {checks && <Icon name={tone === "success" ? "credential" : "warning"} size={20} />}
        {verdict[tone]}
      </p>
      <ul className={styles.list}>
        {checkNames
          .filter((name) => checks?.[name] !== undefined)
          .map((name) => (
            <li key={name} className={styles.line}>
              <span className={checks![name] ? styles.good : styles.bad}>
                <Icon name={checks![name] ? "done" : "warning"} size={20} />
              </span>
              {(checks![name] ? says.good : says.bad)[name]}
            </li>
          ))}
      </ul>
    </section>
  );
}

/** What a card says of whom and what. */
interface Card {
  holder?: string;
  facts?: { name: string; value: string }[];
}

/** The checks of a proof; undefined while they run. Each proof is checked once. */
function useChecks(proof: Shown | undefined, card: Card | undefined, translate: (text: string) => string) {
  const [checks, setChecks] = useState<Checks>();
  const read = useRef({ proof, card, translate });
  read.current = { proof, card, translate };
  const presentation = proof?.presentation;
  useEffect(() => {
    const { proof: shown, card: says, translate: toWords } = read.current;
    if (presentation === undefined || !shown) return undefined;
    let over = false;
    setChecks(undefined);
    const claimed = { holder: says?.holder, facts: says?.facts ?? [], translate: toWords };
    void checkProof(shown, claimed, readServerTime(), readText).then((found) => !over && setChecks(found));
    return () => {
      over = true;
    };
  }, [presentation]);
  return checks;
}
