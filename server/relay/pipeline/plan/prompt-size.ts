/** Least tokens that one embedded image or file counts as in the hold. */
const PER_ATTACHMENT = 765;
/** Characters of base64 per token: images use fewer tokens than this, long documents about as many. */
const CHARACTERS_PER_TOKEN = 128;
/** Bytes of JSON per token, for text in any script (CJK: 3 bytes and about 0.8 tokens a character). */
export const BYTES_PER_TOKEN = 4;
const BASE64 = ';base64,';
const DATA = '"data"';
const QUOTE = 34;
const COLON = 58;
const SPACE = 32;
/** Members that hold a URL in the client protocols; a data URL in any other member counts as text. */
const ADDRESSES: ReadonlySet<string> = new Set(['url', 'image_url', 'file_data', 'file_url']);
/** Most characters of a data URL before its base64 data. */
const MAX_HEAD_LENGTH = 128;
/** Characters of base64 that are decoded at a time for validation; a multiple of 4. */
const WINDOW = 64 * 1024;

/**
 * Prompt tokens for the hold of a request; see `quickPromptTokens`.
 * @param inCharacters whether a channel may bill characters of the text, of which a body has at most as many as bytes
 */
export function heldPromptTokens(inCharacters: boolean, body: Buffer, inline?: string): number {
  return inCharacters ? body.length : quickPromptTokens(body, inline);
}

/**
 * A quick, rather high estimate of prompt tokens from the body's size, without parsing it; used for the hold only. The
 * charge is based on the provider's usage or on the estimate over the parsed request. A client that can make its hold
 * small can overspend its balance, so only valid base64 in a member meant for it counts as an attachment.
 * @param inline prefix of the name of members whose `data` is an attachment (`"inline`), where the protocol has them
 */
export function quickPromptTokens(body: Buffer, inline?: string): number {
  let tokens = 0;
  let bytes = body.length;
  const attached = (length: number) => {
    bytes -= length;
    tokens += attachmentTokens(length);
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

/** Tokens that embedded media counts as here. @param length in characters of base64 */
export function attachmentTokens(length: number): number {
  return Math.max(PER_ATTACHMENT, Math.ceil(length / CHARACTERS_PER_TOKEN));
}

/** Whether the string around `;base64,` begins as a data URL, in a member that holds a URL. */
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

/** Decoding skips invalid base64, which makes the result shorter. Some JSON encoders escape each slash with a backslash. */
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

/** The value of the first member `data` after `from`. */
function dataBehind(body: Buffer, from: number): { from: number; to: number } | undefined {
  const name = body.indexOf(DATA, from);
  const open = name === -1 ? -1 : body.indexOf(QUOTE, name + DATA.length);
  const close = open === -1 ? -1 : body.indexOf(QUOTE, open + 1);
  return close === -1 ? undefined : { from: open + 1, to: close };
}
