/** The claim with the holder's name. */
export const holderClaim = "holder";
/**
 * The claim with the labels of choices, each under its attribute. Issued credentials contain it: never rename the
 * value.
 */
export const choiceNamesClaim = "shown";

/** Reserved claims, which no attribute may use (SD-JWT VC, RFC 7519), and ours. */
const reserved: ReadonlySet<string> = new Set(
  [
    "iss sub aud iat nbf exp jti cnf vct vct#integrity status _sd _sd_alg ...".split(" "),
    [holderClaim, choiceNamesClaim],
  ].flat(),
);

/** Returns the claim name of a credential attribute. */
export const toClaimName = (attribute: string): string => (reserved.has(attribute) ? `fact_${attribute}` : attribute);
