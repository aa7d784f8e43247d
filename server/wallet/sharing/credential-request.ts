import { CredentialRequest, OneProof } from "#engine/contract/foreign-shapes.ts";
import { compileReader } from "#server/platform/untrusted.ts";
import { OfferRejected, orReject } from "./offer-rejected.ts";

const requests = compileReader("The credential request", CredentialRequest);
const proofs = compileReader("The list of proofs", OneProof);

/**
 * The key proof of a credential request for this configuration. Throws OfferRejected with the error code of the
 * specification.
 */
export function readCredentialRequest(body: unknown, configurationId: string): string {
  const request = orReject(
    () => requests.value(body),
    "invalid_credential_request",
    "The body is no credential request.",
  );
  // The request itself is not encrypted, so another party could have replaced the key (8.2).
  if (request.credential_response_encryption !== undefined)
    throw new OfferRejected("invalid_encryption_parameters", "Encrypted responses are not supported.");
  const { credential_configuration_id: configuration, credential_identifier: identifier } = request;
  if (identifier !== undefined && configuration !== undefined)
    throw new OfferRejected("invalid_credential_request", "The request names a configuration and an identifier.");
  if (identifier !== undefined)
    throw new OfferRejected("unknown_credential_identifier", "The token response named no credential identifiers.");
  if (configuration === undefined)
    throw new OfferRejected("invalid_credential_request", "The request names no credential configuration.");
  if (configuration !== configurationId)
    throw new OfferRejected("unknown_credential_configuration", "The token is for another credential configuration.");
  const { jwt } = orReject(
    () => proofs.value(request.proofs),
    "invalid_proof",
    "The request needs one proof as a JWT.",
  );
  return jwt[0];
}
