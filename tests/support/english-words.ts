/** Latin-script names that a Hindi page contains. The list below adds text that a person typed. */
const names = [
  // Before the name that it contains.
  "support@sanad.example",
  "Sanad",
  "Rashtra Skills Council",
  "WhatsApp",
  "Harbour Staffing",
  "Global Credential Evaluators",
  "Lotus University",
  "Meridian Bank",
  "GCE",
  "PhonePe",
  "Cashfree Checkout",
  "Cashfree",
  // Country codes and file formats.
  "IN",
  "PDF",
  "JPEG",
  "JPG",
  "PNG",
];

/** Names of the candidate, the verifier and the documents. */
const typed = [
  "Asha Verma",
  "The marksheet cannot be read",
  "University of Mumbai",
  "Central Board of Secondary Education",
  "B.Sc. Physics",
  "B.Sc. Chemistry",
  "University of Delhi",
  "The sandbox's verifier says so",
  "Sandbox",
  "SANDBOX",
  "paper.pdf",
];

/** Returns whether text on a Hindi page is English: it contains Latin letters outside the known names. */
export const isEnglish = (text: string): boolean =>
  /[A-Za-z]{2}/.test([...names, ...typed].reduce((rest, name) => rest.replaceAll(name, ""), text));
