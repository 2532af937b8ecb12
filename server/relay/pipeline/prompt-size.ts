/** Tokens one embedded picture or file counts as in the hold, whatever its bytes. */
const PER_ATTACHMENT = 765;
/** Bytes of JSON per token, for prose in any script (CJK: 3 bytes and about 0.8 tokens a character). */
const BYTES_PER_TOKEN = 4;
const BASE64 = ';base64,';
const DATA = '"data"';
const QUOTE = 34;

/**
 * A quick upper-side estimate of prompt tokens from the body's size, without parsing it: for the hold only. What is
 * charged comes from the upstream's usage or from the real estimate over the parsed request.
 * @param inline how a member begins whose `data` is an attachment (`"inline`), where the protocol has such members
 */
export function quickPromptTokens(body: Buffer, inline?: string): number {
  let bytes = body.length;
  let attachments = 0;
  for (let at = body.indexOf(BASE64); at !== -1;) {
    const end = body.indexOf(QUOTE, at);
    bytes -= (end === -1 ? body.length : end) - at;
    attachments++;
    at = end === -1 ? -1 : body.indexOf(BASE64, end);
  }
  if (inline !== undefined) {
    for (let at = body.indexOf(inline); at !== -1; attachments++) {
      const end = endOfData(body, at);
      if (end === undefined) break;
      bytes -= end.bytes;
      at = body.indexOf(inline, end.at);
    }
  }
  return Math.ceil(bytes / BYTES_PER_TOKEN) + attachments * PER_ATTACHMENT;
}

/** The text of the first `data` behind `from`: its length, and where it ends. */
function endOfData(body: Buffer, from: number): { bytes: number; at: number } | undefined {
  const name = body.indexOf(DATA, from);
  const open = name === -1 ? -1 : body.indexOf(QUOTE, name + DATA.length);
  const close = open === -1 ? -1 : body.indexOf(QUOTE, open + 1);
  return close === -1 ? undefined : { bytes: close - open, at: close };
}
