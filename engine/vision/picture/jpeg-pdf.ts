/** One page: a complete JPEG file. */
export type Jpeg = Uint8Array<ArrayBuffer>;

/** A4 in points, the shorter side first. */
const a4 = [595.28, 841.89] as const;

/**
 * Builds a PDF with one JPEG per page, without re-encoding (PDF 32000-1:2008, 7.4.8 DCTDecode). Each page fits its
 * image on A4, portrait or landscape. Throws for a page that is not a grey or colour JPEG.
 */
export function toPdf(pages: readonly Jpeg[]): Uint8Array<ArrayBuffer> {
  const file = createFile();
  const kids = pages.map((_, i) => `${3 + 3 * i} 0 R`).join(" ");
  file.object(1, "<< /Type /Catalog /Pages 2 0 R >>");
  file.object(2, `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`);
  for (const [i, jpeg] of pages.entries()) {
    const [page, content, picture] = [3 + 3 * i, 4 + 3 * i, 5 + 3 * i];
    const { width, height, colours } = readJpeg(jpeg);
    const [across, down] = width > height ? [a4[1], a4[0]] : a4;
    const scale = Math.min(across / width, down / height);
    const [wide, high] = [(width * scale).toFixed(2), (height * scale).toFixed(2)];
    const drawing = toBytes(`q ${wide} 0 0 ${high} 0 0 cm /P Do Q`);
    file.object(
      page,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${wide} ${high}] /Contents ${content} 0 R /Resources << /XObject << /P ${picture} 0 R >> >> >>`,
    );
    file.object(content, `<< /Length ${drawing.length} >>`, drawing);
    file.object(
      picture,
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace /${colours === 1 ? "DeviceGray" : "DeviceRGB"} /Filter /DCTDecode /Length ${jpeg.length} >>`,
      jpeg,
    );
  }
  return file.end();
}

/** Collects objects and their offsets for the cross-reference table. */
function createFile() {
  // Four bytes above 127 in a comment mark the file as binary.
  const parts: Uint8Array[] = [toBytes("%PDF-1.4\n"), Uint8Array.of(0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a)];
  const starts: number[] = [];
  let length = parts.reduce((sum, part) => sum + part.length, 0);
  const write = (part: Uint8Array) => {
    parts.push(part);
    length += part.length;
  };
  return {
    object(number: number, dictionary: string, stream?: Uint8Array) {
      starts[number] = length;
      write(toBytes(`${number} 0 obj\n${dictionary}\n`));
      if (stream) for (const part of [toBytes("stream\n"), stream, toBytes("\nendstream\n")]) write(part);
      write(toBytes("endobj\n"));
    },
    end(): Uint8Array<ArrayBuffer> {
      const table = starts.slice(1).map((start) => `${String(start).padStart(10, "0")} 00000 n \n`);
      const trailer = `trailer\n<< /Size ${starts.length} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`;
      write(toBytes(`xref\n0 ${starts.length}\n0000000000 65535 f \n${table.join("")}${trailer}`));
      const whole = new Uint8Array(length);
      let at = 0;
      for (const part of parts) {
        whole.set(part, at);
        at += part.length;
      }
      return whole;
    },
  };
}

const toBytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** Reads size and number of colours from the frame header (ITU-T T.81, B.2.2). */
function readJpeg(bytes: Uint8Array): { width: number; height: number; colours: number } {
  const two = (at: number) => (bytes[at]! << 8) | bytes[at + 1]!;
  if (two(0) !== 0xff_d8) throw new Error("A page is no JPEG.");
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + two(at + 2)) {
    const marker = bytes[at + 1]!;
    // Frame headers are C0 to CF, without the tables C4, C8 and CC.
    if (marker < 0xc0 || marker > 0xcf || (marker % 4 === 0 && marker !== 0xc0)) continue;
    const colours = bytes[at + 9]!;
    if (colours === 1 || colours === 3) return { height: two(at + 5), width: two(at + 7), colours };
  }
  throw new Error("A page is no JPEG in grey or in colour.");
}
