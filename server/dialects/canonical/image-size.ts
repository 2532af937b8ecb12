/** Width and height in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Letters of base64 that are looked at: sizes stand near the beginning, in JPEG behind previews and profiles. */
const HEAD_LETTERS = 64 * 1024;
const SQUARE = 512;
const SHORT_SIDE = 768;

/** Tokens of the whole picture, and of each square of it (spec/relay-and-billing.md C4). */
const USUAL = { whole: 85, square: 170 };
const MINI = { whole: 2833, square: 5667 };

/**
 * What a picture costs as input by OpenAI's rule: https://platform.openai.com/docs/guides/images-vision#calculating-costs.
 * @param size undefined when it is not known; it then counts as a square of 1024
 */
export function imageTokens(model: string, detail: string | undefined, size: ImageSize | undefined): number {
  const price = model.startsWith('gpt-4o-mini') ? MINI : USUAL;
  if (detail === 'low') return price.whole;
  const { width, height } = size ?? { width: 1024, height: 1024 };
  const short = Math.min(width, height);
  const scale = short > SHORT_SIDE ? SHORT_SIDE / short : 1;
  const squares = (side: number) => Math.max(1, Math.ceil(Math.ceil(side * scale) / SQUARE));
  return squares(width) * squares(height) * price.square + price.whole;
}

/** The size of a PNG, GIF, JPEG or WebP; undefined for what is none of these, or says none. */
export function imageSize(base64: string): ImageSize | undefined {
  const bytes = Buffer.from(base64.slice(0, HEAD_LETTERS), 'base64');
  const size = bytes.length < 30 ? undefined : readSize(bytes);
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}

function readSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.toString('latin1', 1, 4) === 'PNG')
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (bytes.toString('latin1', 0, 3) === 'GIF')
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  if (bytes.toString('latin1', 0, 4) === 'RIFF') return webpSize(bytes);
  return bytes.readUInt16BE(0) === 0xffd8 ? jpegSize(bytes) : undefined;
}

/** https://developers.google.com/speed/webp/docs/riff_container: lossy, lossless, extended. */
function webpSize(bytes: Buffer): ImageSize | undefined {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21);
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

/** Segment after segment, to the one that begins the picture. */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
    const kind = bytes.readUInt8(at + 1);
    // SOF0 to SOF15, without DHT, JPG and DAC, which share their numbers.
    if (kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc)
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
