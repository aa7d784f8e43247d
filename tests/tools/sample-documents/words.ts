import type { Random } from "./random.ts";

const first = ["Asha", "Rohan", "Priya", "Vikram", "Meenakshi", "Arjun", "Fatima", "Gurpreet", "Lakshmi", "Joseph"];
const last = ["Verma", "Iyer", "Khan", "Singh", "Das", "Pillai", "Choudhury", "Fernandes", "Reddy", "Joshi"];

/** Names, subjects and sentences of the documents. */
export const boards = [
  ["Central Board of Secondary Education", "केन्द्रीय माध्यमिक शिक्षा बोर्ड"],
  ["Board of High School and Intermediate Education, Uttar Pradesh", "माध्यमिक शिक्षा परिषद्, उत्तर प्रदेश"],
  ["Bihar School Examination Board, Patna", "बिहार विद्यालय परीक्षा समिति, पटना"],
  [
    "Maharashtra State Board of Secondary and Higher Secondary Education",
    "महाराष्ट्र राज्य माध्यमिक व उच्च माध्यमिक शिक्षण मंडळ",
  ],
  ["Council for the Indian School Certificate Examinations", "भारतीय विद्यालय प्रमाणपत्र परीक्षा परिषद्"],
] as const;
export const universities = [
  "University of Delhi",
  "Savitribai Phule Pune University",
  "Anna University, Chennai",
  "University of Calcutta",
  "Jawaharlal Nehru Technological University, Hyderabad",
  "Visvesvaraya Technological University, Belagavi",
];
export const subjects = [
  "English Language and Literature",
  "Hindi Course A",
  "Mathematics Standard",
  "Science and Technology",
  "Social Science",
  "Information Technology",
  "Physics",
  "Chemistry",
  "Biology",
  "Computer Science",
  "Economics",
  "Business Studies",
  "Accountancy",
  "Engineering Graphics",
  "Physical Education",
];
export const courses = [
  "Data Structures and Algorithms",
  "Digital Logic Design",
  "Probability and Statistics",
  "Operating Systems",
  "Discrete Mathematics",
  "Object Oriented Programming Laboratory",
  "Engineering Physics",
  "Environmental Studies",
  "Design and Analysis of Algorithms",
  "Computer Networks",
  "Database Management Systems",
  "Professional Ethics and Human Values",
  "Theory of Computation",
  "Microprocessors and Interfacing",
  "Linear Algebra and Differential Equations",
];
export const hindiSubjects = [
  "हिन्दी",
  "अंग्रेज़ी",
  "गणित",
  "विज्ञान",
  "सामाजिक विज्ञान",
  "संस्कृत",
  "चित्रकला",
  "गृह विज्ञान",
  "कृषि",
  "वाणिज्य",
];
export const hindiLines = [
  "प्रमाणित किया जाता है कि निम्नलिखित परीक्षार्थी ने परीक्षा उत्तीर्ण की है",
  "परीक्षार्थी का नाम तथा माता और पिता का नाम नीचे दिया गया है",
  "प्राप्तांकों का विवरण इस अंक पत्र में विषयवार अंकित है",
  "यह अंक पत्र परिषद् के अभिलेखों के अनुसार निर्गत किया गया है",
  "किसी भी प्रकार का परिवर्तन इस प्रमाण पत्र को अमान्य कर देगा",
];
const digits = ["ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE"];
const phrases = [
  "this is to certify that the candidate named above has passed the examination held by this university",
  "and has been placed in the first division with distinction in the subjects that are listed overleaf",
  "the results are declared subject to the rules and regulations of the academic council in force",
  "any alteration or erasure renders this document invalid and liable to be withdrawn",
  "the medium of instruction and of examination throughout the course of study was English",
  "all original records were inspected and found to be in order by the office of the registrar",
  "he or she bears a good moral character and has been regular in attendance during the period",
];

/** A candidate's name. */
export const toName = (random: Random) => `${random.pick(first)} ${random.pick(last)}`;
/** A number with this many digits, the first not 0. */
export const toNumber = (random: Random, length: number) =>
  String(random.integer(1, 9)) + Array.from({ length: length - 1 }, () => random.integer(0, 9)).join("");
/** "SEVEN EIGHT" for 78. */
export const toSpelled = (marks: number) => [...String(marks)].map((digit) => digits[Number(digit)]!).join(" ");
/** Sentences cut into lines of about this many letters. */
export function toLines(random: Random, count: number, letters: number): string[] {
  const words = Array.from({ length: count }, () => random.pick(phrases))
    .join(". ")
    .split(" ");
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line.length + word.length > letters) {
      lines.push(line.trim());
      line = "";
    }
    line += `${word} `;
  }
  return [...lines, line.trim()];
}
