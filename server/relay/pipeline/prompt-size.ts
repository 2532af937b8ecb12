/** Tokens one embedded picture or file counts as in the hold, at least. */
const PER_ATTACHMENT = 765;
/** Characters of base64 per token: pictures use fewer tokens than that, long documents about as many. */
const CHARACTERS_PER_TOKEN = 128;
/** Bytes of JSON per token, for prose in any script (CJK: 3 bytes and about 0.8 tokens a character). */
const BYTES_PER_TOKEN = 4;
const BASE64 = ';base64,';
const DATA = '"data"';
const QUOTE = 34;
const COLON = 58;
const SPACE = 32;
/** Members that hold an address, in the words of our protocols; what stands in others is text, whatever it looks like. */
const ADDRESSES: ReadonlySet<string> = new Set(['url', 'image_url', 'file_data', 'file_url']);
/** Longest beginning of a data URL, up to its base64. */
const MAX_HEAD_LENGTH = 128;
/** Base64 that is decoded at once to see whether it is any; a multiple of 4. */
const WINDOW = 64 * 1024;

/**
 * A quick upper-side estimate of prompt tokens from the body's size, without parsing it: for the hold only. What is
 * charged comes from the upstream's usage or from the real estimate over the parsed request. A hold that a client can
 * make small lets it spend what it has not got, so only what is base64, in a place for it, counts as an attachment.
 * @param inline how a member begins whose `data` is an attachment (`"inline`), where the protocol has such members
 */
export function quickPromptTokens(body: Buffer, inline?: string): number {
  let tokens = 0;
  let bytes = body.length;
  const attached = (length: number) => {
    bytes -= length;
    tokens += Math.max(PER_ATTACHMENT, Math.ceil(length / CHARACTERS_PER_TOKEN));
  };
  for (let at = body.indexOf(BASE64); at !== -1;) {
    const from = at + BASE64.length;
    const end = body.indexOf(QUOTE, from);
    const to = end === -1 ? body.length : end;
    if (isAddress(body, at) && isBase64(body, from, to)) attached(to - from);
    at = body.indexOf(BASE64, to);
  }
  if (inline !== undefined) {
    for (let at = body.indexOf(inline); at !== -1;) {
      const data = dataBehind(body, at);
      if (!data) break;
      if (isBase64(body, data.from, data.to)) attached(data.to - data.from);
      at = body.indexOf(inline, data.to);
    }
  }
  return Math.ceil(bytes / BYTES_PER_TOKEN) + tokens;
}

/** Does the text around `;base64,` begin as a data URL, in a member for addresses? */
function isAddress(body: Buffer, at: number): boolean {
  const open = body.lastIndexOf(QUOTE, at);
  if (open === -1 || at - open > MAX_HEAD_LENGTH || body.toString('latin1', open + 1, open + 6) !== 'data:')
    return false;
  let before = blanksBefore(body, open);
  if (body[before - 1] !== COLON) return false;
  before = blanksBefore(body, before - 1);
  if (body[before - 1] !== QUOTE) return false;
  const name = body.lastIndexOf(QUOTE, before - 2);
  return name !== -1 && ADDRESSES.has(body.toString('latin1', name + 1, before - 1));
}

function blanksBefore(body: Buffer, at: number): number {
  let before = at;
  while (before > 0 && body[before - 1]! <= SPACE) before--;
  return before;
}

/** Decoding drops what is no base64, and comes out shorter. Some writers of JSON put a backslash before each slash. */
function isBase64(body: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += WINDOW) {
    const text = body
      .toString('latin1', at, Math.min(at + WINDOW, to))
      .replaceAll('\\', '')
      .replace(/={1,2}$/, '');
    if (Buffer.from(text, 'base64').length !== Math.floor((text.length * 3) / 4)) return false;
  }
  return true;
}

/** The text of the first `data` behind `from`. */
function dataBehind(body: Buffer, from: number): { from: number; to: number } | undefined {
  const name = body.indexOf(DATA, from);
  const open = name === -1 ? -1 : body.indexOf(QUOTE, name + DATA.length);
  const close = open === -1 ? -1 : body.indexOf(QUOTE, open + 1);
  return close === -1 ? undefined : { from: open + 1, to: close };
}
