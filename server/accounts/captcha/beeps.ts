const rate = 8000;
const beepSeconds = 0.12;
const gapSeconds = 0.16;
const pauseSeconds = 0.9;
const highHertz = 880;
const lowHertz = 330;

/** The digits for the ear, as a WAV: as many short beeps as the digit says, one long low tone for zero, a pause between digits. */
export function toBeeps(digits: string): Buffer {
  const parts = [...digits].flatMap((digit) => {
    const count = Number(digit);
    const beeps =
      count === 0
        ? [tone(lowHertz, beepSeconds * 6)]
        : Array.from({ length: count }, () => [tone(highHertz, beepSeconds), silence(gapSeconds)]).flat();
    return [...beeps, silence(pauseSeconds)];
  });
  return toWav(Buffer.concat(parts));
}

function tone(hertz: number, seconds: number): Buffer {
  const samples = Math.round(rate * seconds);
  return Buffer.from(
    Array.from({ length: samples }, (_, i) => 128 + Math.round(70 * Math.sin((2 * Math.PI * hertz * i) / rate))),
  );
}

function silence(seconds: number): Buffer {
  return Buffer.alloc(Math.round(rate * seconds), 128);
}

/** 8-bit mono PCM. */
function toWav(samples: Buffer): Buffer {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
