import { follow, keysOf } from "#engine/base/known.ts";
import { pointerSteps } from "#engine/base/json-pointer.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { AcceptedCredential } from "#engine/documents/request.ts";
import type { Issue } from "#engine/base/issue.ts";
import { toDataShape } from "./parts/form-shape.ts";
import { meantOf } from "./parts/meant.ts";
import { issueAt, type Check, type DocumentSet, type SourceDocument } from "./parts/set.ts";

/** A credential in place of a verification that can never be shown: none is made of it, or it does not hold what is asked. */
export const unfitAccepted: Check = (set) =>
  set.ofKind("request").flatMap((source) => {
    const { verifications } = source.document as DocumentOf<"request">;
    return verifications.flatMap(({ verification, accepts = [] }, index) => {
      const place = `/verifications/${index}/accepts`;
      if (accepts.length > 0 && set.find("verification", verification)?.identity) {
        const message = "Who somebody is is proved once for every form; no credential does in its place";
        return [issueAt(source, place, "unfit-accepted", message)];
      }
      return accepts.flatMap((one, n) => findFaults(set, source, `${place}/${n}`, one));
    });
  });

function findFaults(set: DocumentSet, source: SourceDocument, place: string, accepted: AcceptedCredential): Issue[] {
  const verification = set.find("verification", accepted.verification);
  if (!verification) return [];
  const { credential } = verification;
  if (!credential) {
    const message = `No credential is made of "${accepted.verification}"`;
    return [issueAt(source, `${place}/verification`, "unfit-accepted", message)];
  }
  const toIssue = (index: number, message: string) =>
    issueAt(source, `${place}/attributes/${index}`, "unfit-accepted", message);
  return (accepted.attributes ?? []).flatMap((at, index) => {
    if (credential.attributes.some((held) => at === held || at.startsWith(`${held}/`)))
      return isOneValue(set, verification.form, at) ? [] : [toIssue(index, `${at} is more than one value: name each`)];
    const message = `A credential of "${accepted.verification}" does not hold ${at}${meantOf(at, credential.attributes)}`;
    return [toIssue(index, message)];
  });
}

/** What is shown is shown value by value. */
function isOneValue(set: DocumentSet, form: string | undefined, at: string): boolean {
  const found = form === undefined ? undefined : follow(toDataShape(form, set), pointerSteps(at));
  return found === undefined || !("known" in found) || keysOf(found.known).length === 0;
}
