import type { Outages } from "./outages.ts";
import { NoVerdict, type ScannerPort } from "./scanner.ts";

/** The industry's test file (eicar.org), in two pieces: as one it would be found in this source. */
export const eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR", "-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("");

/** Finds that test file wherever it stands, and nothing else. */
export const createSandboxScanner = (outages: Outages): ScannerPort => ({
  scan: async (bytes, signal) => {
    if (outages.isAway("scanner")) {
      bytes.destroy();
      throw new NoVerdict("scanner", "it is away");
    }
    let infected = false;
    let seam = Buffer.alloc(0);
    for await (const chunk of bytes) {
      signal?.throwIfAborted();
      const part = Buffer.concat([seam, chunk as Buffer]);
      infected ||= part.includes(eicar);
      seam = part.subarray(Math.max(0, part.length - eicar.length + 1));
    }
    return infected ? { infected, signature: "Eicar-Test-Signature" } : { infected };
  },
});
