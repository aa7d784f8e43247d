import {
  sans,
  serif,
  mono,
  hindi,
  text,
  box,
  line,
  emblem,
  stamp,
  signature,
  portrait,
  waves,
  table,
} from "./drawing.ts";
import type { Random } from "./random.ts";
import * as say from "./words.ts";

/** A drawn document before it is printed: SVG, with its size in points. */
export interface Layout {
  name: string;
  width: number;
  height: number;
  svg: string;
}

const a4 = { width: 595, height: 842 };

function sheet(
  name: string,
  size: { width: number; height: number },
  parts: readonly string[],
  paper = "#ffffff",
): Layout {
  const { width, height } = size;
  return {
    name,
    width,
    height,
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="${paper}"/>${parts.join("")}</svg>`,
  };
}

const facts = (random: Random): [string, string][] => [
  ["Roll No.", say.toNumber(random, 7)],
  ["Name of Candidate", say.toName(random)],
  ["Mother's Name", say.toName(random)],
  ["Father's Name", say.toName(random)],
  ["Date of Birth", `${random.integer(1, 28)}/0${random.integer(1, 9)}/${random.integer(1988, 2004)}`],
  ["School", `${say.toNumber(random, 5)} Kendriya Vidyalaya, Sector ${random.integer(2, 40)}`],
];

function boardMarksheet(random: Random): Layout {
  const [board, inHindi] = random.pick(say.boards);
  const rows = Array.from({ length: random.integer(5, 7) }, () => {
    const [theory, practical] = [random.integer(28, 79), random.integer(12, 20)];
    const total = theory + practical;
    return [
      say.toNumber(random, 3),
      random.pick(say.subjects),
      String(theory),
      String(practical),
      String(total),
      say.toSpelled(total),
      random.pick(["A1", "A2", "B1", "B2"]),
    ];
  });
  return sheet("board marksheet", a4, [
    random.chance(0.6) ? waves(random, a4) : "",
    random.chance(0.7) ? box(24, 24, 547, 794, 'fill="none" stroke="#7a1f1f" stroke-width="2"') : "",
    emblem(298, 78, 30, "#7a1f1f"),
    text(298, 130, inHindi, { size: 14, font: hindi, bold: true, anchor: "middle", ink: "#7a1f1f" }),
    text(298, 150, board, { size: board.length > 50 ? 12 : 15, bold: true, anchor: "middle" }),
    text(298, 172, `Secondary School Examination ${random.integer(2005, 2022)}`, { size: 12, anchor: "middle" }),
    text(298, 190, "MARKS STATEMENT CUM CERTIFICATE", { size: 11, bold: true, anchor: "middle" }),
    ...facts(random).map(
      ([label, value], i) =>
        text(56, 226 + i * 21, `${label}`, { size: 10 }) + text(200, 226 + i * 21, value, { size: 10.5, bold: true }),
    ),
    table(
      48,
      372,
      500,
      [0.09, 0.33, 0.1, 0.1, 0.1, 0.2, 0.08],
      [["CODE", "SUBJECT", "THEORY", "PRACT.", "TOTAL", "IN WORDS", "GR."], ...rows],
      { size: 8.5, rowHeight: 25, shaded: random.chance(0.25) },
    ),
    text(56, 610, "Result:", { size: 11 }),
    text(110, 610, random.pick(["PASS", "FIRST DIVISION"]), { size: 12, bold: true }),
    ...say.toLines(random, 2, 92).map((words, i) => text(56, 640 + i * 14, words, { size: 9 })),
    text(56, 752, `Dated ${random.integer(1, 28)}-05-2014`, { size: 9.5 }),
    signature(random, 420, 740, "Controller of Examinations"),
    random.chance(0.5) ? stamp(random, 300, 735) : "",
  ]);
}

function gradeCard(random: Random): Layout {
  const terms = Array.from({ length: 2 }, () =>
    Array.from({ length: random.integer(7, 9) }, () => [
      `${random.pick(["CS", "MA", "EE", "HU"])}${say.toNumber(random, 4)}`,
      random.pick(say.courses),
      String(random.integer(1, 4)),
      random.pick(["O", "A+", "A", "B+", "B", "C"]),
      String(random.integer(6, 10)),
    ]),
  );
  const head = ["Code", "Course title", "Credits", "Grade", "Points"];
  const ruled = random.chance(0.7);
  return sheet("grade card", a4, [
    random.chance(0.4) ? waves(random, a4) : "",
    emblem(84, 72, 28, "#1f3d7a"),
    text(320, 66, random.pick(say.universities), { size: 17, font: serif, bold: true, anchor: "middle" }),
    text(320, 86, "Office of the Controller of Examinations", { size: 10, anchor: "middle" }),
    text(298, 118, "SEMESTER GRADE REPORT", { size: 13, bold: true, anchor: "middle" }),
    ...facts(random)
      .slice(0, 4)
      .map(([label, value], i) =>
        text(48 + (i % 2) * 270, 146 + Math.floor(i / 2) * 18, `${label}: ${value}`, { size: 9.5 }),
      ),
    ...terms.map(
      (rows, i) =>
        text(48, 196 + i * 265, `Semester ${["I", "II", "III", "IV", "V"][i]!}`, { size: 10.5, bold: true }) +
        table(48, 204 + i * 265, 500, [0.14, 0.5, 0.12, 0.12, 0.12], [head, ...rows], {
          size: 8,
          rowHeight: 22,
          ruled,
          shaded: ruled && random.chance(0.3),
        }),
    ),
    text(
      48,
      726,
      `SGPA ${random.between(6, 9.9).toFixed(2)}     CGPA ${random.between(6, 9.9).toFixed(2)}     Result: Passed`,
      { size: 10.5, bold: true },
    ),
    text(48, 748, "Grades: O Outstanding, A+ Excellent, A Very good, B+ Good, B Above average, C Average", { size: 7 }),
    signature(random, 430, 770, "Registrar"),
  ]);
}

function degree(random: Random): Layout {
  const size = random.chance(0.4) ? { width: 842, height: 595 } : a4;
  const { width, height } = size;
  const middle = width / 2;
  const body = [
    "Be it known that",
    say.toName(random),
    "having fulfilled the requirements and passed the prescribed examination",
    `held in the year ${random.integer(1998, 2021)} has been admitted to the degree of`,
    random.pick(["Bachelor of Science", "Bachelor of Technology", "Master of Arts", "Bachelor of Commerce"]),
    "in the first class with all the rights and privileges that belong to it.",
  ];
  return sheet(
    "degree",
    size,
    [
      box(20, 20, width - 40, height - 40, 'fill="none" stroke="#8a6d1d" stroke-width="5"'),
      box(30, 30, width - 60, height - 60, 'fill="none" stroke="#8a6d1d" stroke-width="1"'),
      emblem(middle, height * 0.16, 38, "#8a6d1d"),
      text(middle, height * 0.28, random.pick(say.universities), {
        size: 22,
        font: serif,
        bold: true,
        anchor: "middle",
        ink: "#5a1414",
      }),
      ...body.map((words, i) =>
        text(middle, height * 0.38 + i * height * 0.062, words, {
          size: i === 1 || i === 4 ? 19 : 13,
          font: serif,
          bold: i === 1 || i === 4,
          anchor: "middle",
        }),
      ),
      text(70, height - 110, `Enrolment No. ${say.toNumber(random, 8)}`, { size: 10, font: serif }),
      text(70, height - 94, `Given under the seal of the university`, { size: 10, font: serif }),
      signature(random, width - 180, height - 100, "Vice-Chancellor"),
      `<circle cx="${middle}" cy="${height - 95}" r="32" fill="#b3261e" opacity="0.75"/>`,
    ],
    random.pick(["#fffdf2", "#fdf6e3", "#ffffff"]),
  );
}

function transcript(random: Random): Layout {
  const column = () =>
    Array.from({ length: random.integer(34, 42) }, () => [
      `${random.pick(["CH", "PH", "CS"])}${say.toNumber(random, 3)}`,
      random.pick(say.courses).slice(0, 32),
      String(random.integer(2, 4)),
      random.pick(["A", "A-", "B+", "B", "C+"]),
    ]);
  const style = { size: 6.6, rowHeight: 14, ruled: random.chance(0.4), font: random.pick([sans, serif]) };
  const head = ["Code", "Title", "Cr", "Gr"];
  return sheet("transcript", a4, [
    text(298, 60, random.pick(say.universities), { size: 16, font: serif, bold: true, anchor: "middle" }),
    text(298, 80, "Official Academic Transcript", { size: 12, anchor: "middle" }),
    ...facts(random)
      .slice(0, 4)
      .map(([label, value], i) =>
        text(44 + (i % 2) * 270, 106 + Math.floor(i / 2) * 14, `${label}: ${value}`, { size: 8 }),
      ),
    table(40, 140, 252, [0.16, 0.62, 0.1, 0.12], [head, ...column()], style),
    table(304, 140, 252, [0.16, 0.62, 0.1, 0.12], [head, ...column()], style),
    text(44, 764, "This transcript is valid only with the signature and the seal of the registrar.", { size: 7 }),
    signature(random, 440, 775, "Registrar"),
    random.chance(0.5) ? stamp(random, 380, 770) : "",
  ]);
}

function letter(random: Random): Layout {
  const size = random.between(10, 12);
  const font = random.pick([serif, sans]);
  const lines = say.toLines(random, random.integer(4, 9), Math.floor(900 / size));
  return sheet("letter", a4, [
    text(60, 78, random.pick(say.universities), { size: 16, font, bold: true }),
    text(60, 96, "Academic Section, Main Building", { size: 9.5, font }),
    line(60, 106, 535, 106, 1),
    text(60, 136, `Ref. No. AC/${say.toNumber(random, 4)}/${random.integer(2008, 2022)}`, { size: 10, font }),
    text(535, 136, `Date: ${random.integer(1, 28)} June`, { size: 10, font, anchor: "end" }),
    text(298, 180, random.pick(["PROVISIONAL CERTIFICATE", "Letter of Attestation", "To whom it may concern"]), {
      size: 13,
      font,
      bold: true,
      anchor: "middle",
    }),
    ...lines.map((words, i) => text(60, 218 + i * size * 1.7, words, { size, font })),
    signature(random, 400, Math.min(780, 280 + lines.length * size * 1.7), "Deputy Registrar"),
    random.chance(0.5) ? stamp(random, 130, Math.min(770, 290 + lines.length * size * 1.7)) : "",
  ]);
}

function typed(random: Random): Layout {
  const rows = Array.from({ length: random.integer(7, 12) }, () => {
    const marks = random.integer(33, 98);
    return `${random.pick(say.subjects).toUpperCase().slice(0, 26).padEnd(28)}100  033  0${marks}  ${say.toSpelled(marks)}`;
  });
  return sheet(
    "typed",
    a4,
    [
      text(298, 80, random.pick(say.boards)[0].toUpperCase().slice(0, 46), {
        size: 14,
        font: mono,
        bold: true,
        anchor: "middle",
      }),
      text(298, 104, "STATEMENT OF MARKS", { size: 13, font: mono, bold: true, anchor: "middle" }),
      ...facts(random).map(([label, value], i) =>
        text(56, 150 + i * 22, `${label.toUpperCase().padEnd(20)}: ${value.toUpperCase()}`, { size: 10, font: mono }),
      ),
      text(56, 310, "SUBJECT                     MAX  MIN  OBT  IN WORDS", { size: 10, font: mono }),
      line(56, 318, 540, 318, 1),
      ...rows.map((words, i) => text(56, 340 + i * 24, words, { size: 10, font: mono })),
      text(56, 660, `AGGREGATE ${random.integer(300, 480)} / 500    RESULT PASSED`, {
        size: 11,
        font: mono,
        bold: true,
      }),
      signature(random, 410, 730, "SECRETARY"),
    ],
    random.pick(["#ffffff", "#f6efdc", "#f1ead6"]),
  );
}

function hindiBoard(random: Random): Layout {
  const rows = Array.from({ length: random.integer(6, 8) }, () => {
    const marks = random.integer(33, 98);
    return [
      say.toNumber(random, 3),
      random.pick(say.hindiSubjects),
      "100",
      String(marks),
      random.pick(["उत्तीर्ण", "विशेष योग्यता"]),
    ];
  });
  const [english, name] = random.pick(say.boards);
  return sheet("hindi board", a4, [
    random.chance(0.5) ? waves(random, a4) : "",
    emblem(298, 74, 28, "#3a5a1c"),
    text(298, 128, name, { size: 18, font: hindi, bold: true, anchor: "middle" }),
    text(298, 148, english, { size: 10, anchor: "middle" }),
    text(298, 176, "अंक पत्र एवं प्रमाण पत्र", { size: 15, font: hindi, bold: true, anchor: "middle" }),
    ...say.hindiLines.slice(0, 3).map((words, i) => text(56, 214 + i * 24, words, { size: 12, font: hindi })),
    text(56, 300, `अनुक्रमांक  ${say.toNumber(random, 7)}`, { size: 12, font: hindi, bold: true }),
    table(56, 330, 484, [0.12, 0.34, 0.16, 0.16, 0.22], [["कोड", "विषय", "पूर्णांक", "प्राप्तांक", "परिणाम"], ...rows], {
      size: 11,
      font: hindi,
      rowHeight: 28,
    }),
    ...say.hindiLines.slice(3).map((words, i) => text(56, 630 + i * 24, words, { size: 11, font: hindi })),
    signature(random, 420, 736, "सचिव"),
    random.chance(0.5) ? stamp(random, 120, 735) : "",
  ]);
}

function withPortrait(random: Random): Layout {
  const rows = Array.from({ length: random.integer(6, 8) }, () => {
    const marks = random.integer(40, 98);
    return [random.pick(say.subjects).toUpperCase(), "100", "33", `0${marks}`, say.toSpelled(marks)];
  });
  return sheet("portrait marksheet", a4, [
    random.chance(0.5) ? waves(random, a4) : "",
    emblem(90, 86, 32, "#1d4f6b"),
    text(298, 70, random.pick(say.boards)[0].toUpperCase().slice(0, 38), { size: 13, bold: true, anchor: "middle" }),
    text(298, 92, "HIGHER SECONDARY CERTIFICATE EXAMINATION", { size: 10, bold: true, anchor: "middle" }),
    text(298, 112, "STATEMENT OF MARKS", { size: 12, bold: true, anchor: "middle" }),
    portrait(random, 468, 60),
    ...facts(random).map(
      ([label, value], i) =>
        text(52, 176 + i * 20, label.toUpperCase(), { size: 8.5 }) +
        text(190, 176 + i * 20, value.toUpperCase(), { size: 9.5, bold: true }),
    ),
    table(
      48,
      312,
      500,
      [0.42, 0.09, 0.09, 0.12, 0.28],
      [["SUBJECT", "MAX", "MIN", "MARKS", "MARKS IN WORDS"], ...rows],
      { size: 8.5, rowHeight: 27 },
    ),
    text(
      52,
      590,
      `GRAND TOTAL ${random.integer(320, 560)}     PERCENTAGE ${random.between(50, 95).toFixed(2)}     RESULT PASS`,
      { size: 10.5, bold: true },
    ),
    ...say.toLines(random, 1, 96).map((words, i) => text(52, 630 + i * 14, words, { size: 8.5 })),
    signature(random, 420, 730, "DIVISIONAL SECRETARY"),
    random.chance(0.5) ? stamp(random, 240, 725) : "",
  ]);
}

/** Documents of boards and universities, from sparse to dense. To add one: a function, and a line here. */
export const layouts: readonly ((random: Random) => Layout)[] = [
  boardMarksheet,
  gradeCard,
  degree,
  transcript,
  letter,
  typed,
  hindiBoard,
  withPortrait,
];

/** An empty sheet. `bleed`: how much of the text on its back shows through, 0 to 1. */
export function blankSheet(random: Random, bleed: number): Layout {
  const back = random.pick(layouts)(random);
  const inner = back.svg.replace(/^<svg[^>]*>|<\/svg>$/g, "");
  return sheet(
    "blank",
    back,
    bleed > 0 ? [`<g opacity="${bleed}" transform="translate(${back.width} 0) scale(-1 1)">${inner}</g>`] : [],
  );
}
