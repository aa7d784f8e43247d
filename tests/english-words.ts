/** What stands in Latin script on a Hindi page too: names, and below what somebody typed. */
const names = [
  // Before the name in it.
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
  // The country of a number, and formats of files, by their codes.
  "IN",
  "PDF",
  "JPEG",
  "JPG",
  "PNG",
];

/** What the candidate, the verifier and the papers are called. */
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

/** Whether words of a Hindi page are English: there are letters in them that belong to no name. */
export const isEnglish = (text: string): boolean =>
  /[A-Za-z]{2}/.test([...names, ...typed].reduce((rest, name) => rest.replaceAll(name, ""), text));
