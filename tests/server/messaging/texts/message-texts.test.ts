import { expect, test } from "vitest";
import { blockedFor, withReason } from "#server/errors.ts";
import { createFindMessageTexts, type FindMessageTexts } from "#server/messaging/texts/message-texts.ts";
import { toMailMessage } from "#server/accounts/otp/messages.ts";
import { compile, toReader } from "../../definitions-config.ts";

const release = await compile((document) =>
  document.kind === "organisation" && document.id === "lotus"
    ? { ...document, overrides: { "catalogues/messages#/refusals/form-expired": "Admissions are over" } }
    : document,
);
const find: FindMessageTexts = createFindMessageTexts(toReader(() => release));

test("writes subject and text of a mail in a language", () => {
  expect(toMailMessage(find("hi", "gce"), "123456", "GCE")).toEqual({
    subject: "GCE के लिए आपका वन-टाइम पासवर्ड",
    text: "123456 आपका वन-टाइम पासवर्ड है, जिससे GCE में आपकी संदर्भ संख्या की पुष्टि होगी।\nयह 10 मिनट तक मान्य है। केवल सबसे नया पासवर्ड मान्य है। इसे किसी को न बताएँ।",
  });
  expect(toMailMessage(find("en"), "123456", "GCE").subject).toBe("Your one-time password for GCE");
});

test("translates placeholder values too: durations, faults of a document, names of forms", () => {
  const { details } = blockedFor(7500);
  expect(find("hi").formatRefusal({ ...details, reason: "too-many-attempts" })).toEqual({
    message: "बहुत अधिक प्रयास हो चुके हैं। 2 घंटे 5 मिनट बाद फिर कोशिश करें",
    values: { time: "2 घंटे 5 मिनट" },
  });
  const flawed = withReason("file-flawed", { flaws: { list: [{ part: "blurry" }, { part: "cropped" }] } });
  expect(find("en").formatRefusal(flawed).message).toBe("Uploaded file may be blurry/cropped");
  expect(find("hi").formatRefusal(flawed).message).toBe("अपलोड की गई फ़ाइल में यह कमी हो सकती है: धुंधली/कटी हुई");
  const notice = { form: { text: "Background check" }, organisation: "Harbour Staffing", days: 2 };
  expect(find("hi").formatNotice("form-waiting", notice).description).toContain("पृष्ठभूमि जाँच");
});

test("uses an organisation's own text, and the default organisation's for an unknown one", () => {
  expect(find("en", "lotus").formatRefusal(withReason("form-expired")).message).toBe("Admissions are over");
  expect(find("en", "gce").formatRefusal(withReason("form-expired")).message).toBe("Form Expired");
  expect(find("en", "nobody").formatRefusal(withReason("form-expired")).message).toBe("Form Expired");
});

test("formats a stored reason as a key or as written text", () => {
  expect(find("hi").formatReason("refund-degree-not-confirmed")).toBe("विश्वविद्यालय ने डिग्री की पुष्टि नहीं की");
  expect(find("hi").formatReason("Paid twice by mistake")).toBe("Paid twice by mistake");
});

test("has texts for the server's own pages on the way to a payment", () => {
  const words = find("hi");
  expect([words.format("pages", "payment-title"), words.format("pages", "payment-pay")]).toEqual(["भुगतान", "भुगतान करें"]);
  expect(words.format("pages", "payment-for", { organisation: "GCE" })).toBe("GCE के लिए सत्यापन");
});

test("uses English for an unknown language, and the reason itself without the catalogue", () => {
  expect(find("xx").formatRefusal(withReason("not-found")).message).toBe("Not found");
  const bare = createFindMessageTexts({
    current: () => ({ ...release, organisations: new Map() }),
  });
  expect(bare("hi").formatRefusal(withReason("not-found")).message).toBe("not-found");
});
