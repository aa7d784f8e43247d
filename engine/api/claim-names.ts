/** The claim that says whose a credential is. */
export const holderClaim = "holder";
/** Below it stand the names of choices, each under the attribute that holds the choice. */
export const namesClaim = "shown";

/** Claims with a meaning of their own, which no attribute may take (SD-JWT VC, RFC 7519), and ours. */
const taken: ReadonlySet<string> = new Set(
  [
    "iss sub aud iat nbf exp jti cnf vct vct#integrity status _sd _sd_alg ...".split(" "),
    [holderClaim, namesClaim],
  ].flat(),
);

/** The claim that an attribute of a credential becomes. */
export const toClaimName = (attribute: string): string => (taken.has(attribute) ? `fact_${attribute}` : attribute);
