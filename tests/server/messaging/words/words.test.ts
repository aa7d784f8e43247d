import { expect, test } from "vitest";
import { blockedFor, says } from "#server/errors.ts";
import { createFindWords, type FindWords } from "#server/messaging/words/words.ts";
import { toMailMessage } from "#server/accounts/otp/messages.ts";
import { compile, toReader } from "../../documents-config.ts";

const release = await compile((document) =>
  document.kind === "organisation" && document.id === "lotus"
    ? { ...document, overrides: { "catalogues/messages#/refusals/form-expired": "Admissions are over" } }
    : document,
);
const find: FindWords = createFindWords(toReader(() => release));

test("a mail is written in a language, subject and text", () => {
  expect(toMailMessage(find("hi", "gce"), "123456", "GCE")).toEqual({
    subject: "GCE के लिए आपका वन-टाइम पासवर्ड",
    text: "123456 आपका वन-टाइम पासवर्ड है, जिससे GCE में आपकी संदर्भ संख्या की पुष्टि होगी।\nयह 10 मिनट तक मान्य है। केवल सबसे नया पासवर्ड मान्य है। इसे किसी को न बताएँ।",
  });
  expect(toMailMessage(find("en"), "123456", "GCE").subject).toBe("Your one-time password for GCE");
});

test("words inside words are put into the language too: lengths of time, what is wrong with a paper, names of forms", () => {
  const { details } = blockedFor(7500);
  expect(find("hi").refusal({ ...details, reason: "too-many-attempts" })).toEqual({
    message: "बहुत अधिक प्रयास हो चुके हैं। 2 घंटे 5 मिनट बाद फिर कोशिश करें",
    values: { time: "2 घंटे 5 मिनट" },
  });
  const flawed = says("file-flawed", { flaws: { list: [{ part: "blurry" }, { part: "cropped" }] } });
  expect(find("en").refusal(flawed).message).toBe("Uploaded file may be blurry/cropped");
  expect(find("hi").refusal(flawed).message).toBe("अपलोड की गई फ़ाइल में यह कमी हो सकती है: धुंधली/कटी हुई");
  const notice = { form: { text: "Background check" }, organisation: "Harbour Staffing", days: 2 };
  expect(find("hi").notice("form-waiting", notice).description).toContain("पृष्ठभूमि जाँच");
});

test("an organisation may say a message in its own words; one that is unknown speaks as the default one", () => {
  expect(find("en", "lotus").refusal(says("form-expired")).message).toBe("Admissions are over");
  expect(find("en", "gce").refusal(says("form-expired")).message).toBe("Form Expired");
  expect(find("en", "nobody").refusal(says("form-expired")).message).toBe("Form Expired");
});

test("a stored reason is a key of ours or what somebody wrote", () => {
  expect(find("hi").reason("refund-degree-not-confirmed")).toBe("विश्वविद्यालय ने डिग्री की पुष्टि नहीं की");
  expect(find("hi").reason("Paid twice by mistake")).toBe("Paid twice by mistake");
});

test("pages of the server: what stands on the way to a payment", () => {
  const words = find("hi");
  expect([words.say("pages", "payment-title"), words.say("pages", "payment-pay")]).toEqual(["भुगतान", "भुगतान करें"]);
  expect(words.say("pages", "payment-for", { organisation: "GCE" })).toBe("GCE के लिए सत्यापन");
});

test("nobody's language is English, and without the catalogue the reason itself is said", () => {
  expect(find("xx").refusal(says("not-found")).message).toBe("Not found");
  const bare = createFindWords({
    current: () => ({ ...release, organisations: new Map() }),
  });
  expect(bare("hi").refusal(says("not-found")).message).toBe("not-found");
});
