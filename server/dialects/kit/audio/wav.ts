const HEAD_BYTES = 44;
const FORMAT_BYTES = 16;
const CHUNK_HEAD = 8;
const PCM = 1;

/** Signed little-endian PCM samples. */
export interface Audio {
  readonly samples: Buffer;
  /** Samples per second of each channel. */
  readonly rate: number;
  readonly channels: number;
  readonly bits: number;
  /** The original WAV file; undefined for raw samples. */
  readonly wav: Buffer | undefined;
}

/**
 * Parses raw 16-bit mono samples, or a WAV of any sample format (RIFF, http://soundfile.sapp.org/doc/WaveFormat). Undefined
 * for a WAV without samples.
 * @param rate sample rate of raw samples in Hz
 */
export function audioOf(bytes: Buffer, rate: number): Audio | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE')
    return { samples: bytes, rate, channels: 1, bits: 16, wav: undefined };
  let shape: Pick<Audio, 'rate' | 'channels' | 'bits'> | undefined;
  for (let at = 12; at + CHUNK_HEAD <= bytes.length;) {
    const name = bytes.toString('latin1', at, at + 4);
    const start = at + CHUNK_HEAD;
    const size = bytes.readUInt32LE(at + 4);
    if (name === 'fmt ' && start + FORMAT_BYTES <= bytes.length)
      shape = {
        channels: bytes.readUInt16LE(start + 2),
        rate: bytes.readUInt32LE(start + 4),
        bits: bytes.readUInt16LE(start + 14),
      };
    // A streamed file does not know its size and states a maximum: all remaining bytes are samples then.
    if (name === 'data')
      return shape && { ...shape, samples: bytes.subarray(start, start + size), wav: bytes };
    // Chunks begin at even offsets.
    at = start + size + (size % 2);
  }
  return undefined;
}

export function asWav({ samples, rate, channels, bits, wav }: Audio): Buffer {
  if (wav) return wav;
  const frame = (channels * bits) / 8;
  const head = Buffer.alloc(HEAD_BYTES);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(HEAD_BYTES - CHUNK_HEAD + samples.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(FORMAT_BYTES, 16);
  head.writeUInt16LE(PCM, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * frame, 28);
  head.writeUInt16LE(frame, 32);
  head.writeUInt16LE(bits, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
