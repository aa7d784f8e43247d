import type { About } from "#engine/core/definitions/about.ts";
import { makeStyles, tokens } from "@fluentui/react-components";
import { useEffect, useId, useRef, useState } from "react";
import {
  checkNames,
  verifyPresentation,
  type Checks,
  type PresentationProof as Shown,
  type ReadText,
} from "#renderer/data/verify-presentation.ts";
import { readServerTime } from "#renderer/session/server-clock.ts";
import { Icon } from "#renderer/shell/Icon.tsx";
import type { BlockProps } from "./block.ts";
import { toneColours, type Tone } from "./parts/tones.ts";

const checkTexts = { object: { signature: "text", content: "text", holder: "text", status: "text" } } as const;
export const contract = {
  props: {
    of: { value: { type: "object" } },
    "claimed?": { value: { type: "object" } },
    title: "text",
    checking: "text",
    holds: "text",
    fails: "text",
    unknown: "text",
    good: checkTexts,
    bad: checkTexts,
  },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "The checks of a proof, verified in the visitor's own browser against the issuer's data.",
  props: {
    of: ["The proof: presentation, audience, nonce.", { var: "sharedCredential.proof" }],
    claimed: ["The claims of the page: a card with holder and facts.", { var: "item.card" }],
    title: ["The heading.", "Checked in your browser"],
    checking: ["The text during the checks.", "Checking …"],
    holds: ["The text when all checks pass.", "All checks passed"],
    fails: ["The text when a check fails.", "Do not rely on this"],
    unknown: ["The text when a check is not possible.", "It could not be checked here"],
    good: "Texts of passed checks.",
    "good.signature": ["The check of the issuer's signature.", "Signed by the issuer"],
    "good.content": ["The check of the content.", "Nothing was changed"],
    "good.holder": ["The check that the holder presents it.", "Its holder shows it to you"],
    "good.status": ["The check of the issuer's status list.", "Not withdrawn"],
    bad: "Texts of failed checks.",
    "bad.signature": ["The check of the issuer's signature.", "Not signed by the issuer"],
    "bad.content": ["The check of the content.", "Something was changed"],
    "bad.holder": ["The check that the holder presents it.", "Its holder does not show it to you"],
    "bad.status": ["The check of the issuer's status list.", "Withdrawn"],
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

/** Fetches what the issuer publishes without cache, because a cached copy would miss a later withdrawal. */
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

/** The result of each check of a proof, verified in the visitor's own browser. */
export function Proof({ of, claimed, scope, ...texts }: BlockProps<typeof contract>) {
  const styles = useStyles();
  const id = useId();
  const checks = useChecks(of as Shown | undefined, claimed as ClaimedCard | undefined, (text) => scope.text(text));
  if (!of) return null;
  const tone = toTone(checks);
  const verdict = {
    neutral: texts.checking,
    info: texts.checking,
    success: texts.holds,
    warning: texts.unknown,
    danger: texts.fails,
  };
  return (
    <section data-card className={styles.box} aria-labelledby={id} aria-busy={!checks}>
      <h2 id={id} className={styles.title}>
        {texts.title}
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
              {(checks![name] ? texts.good : texts.bad)[name]}
            </li>
          ))}
      </ul>
    </section>
  );
}

/** Holder and facts that a card claims. */
interface ClaimedCard {
  holder?: string;
  facts?: { name: string; value: string }[];
}

/** The checks of a proof; undefined while they run. Each proof is checked once. */
function useChecks(proof: Shown | undefined, card: ClaimedCard | undefined, translate: (text: string) => string) {
  const [checks, setChecks] = useState<Checks>();
  const read = useRef({ proof, card, translate });
  read.current = { proof, card, translate };
  const presentation = proof?.presentation;
  useEffect(() => {
    const { proof: proofToCheck, card: texts, translate: toText } = read.current;
    if (presentation === undefined || !proofToCheck) return undefined;
    let cancelled = false;
    setChecks(undefined);
    const claimed = { holder: texts?.holder, facts: texts?.facts ?? [], translate: toText };
    void verifyPresentation(proofToCheck, claimed, readServerTime(), readText).then(
      (found) => !cancelled && setChecks(found),
    );
    return () => {
      cancelled = true;
    };
  }, [presentation]);
  return checks;
}
