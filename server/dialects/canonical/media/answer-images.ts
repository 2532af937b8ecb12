import type { CanonicalTurn, ImagePart, TextPart, TurnPart } from '../chat.js';
import { imageText } from './image-text.js';
import { mediaSource } from './media-source.js';

/** Whether a text may contain an image with its bytes; nearly all do not. */
const MARK = '](data:';
const HEAD = /\]\((data:image\/[\w.+-]+(?:;[\w=.+-]+)*;base64,)/gy;
const NOT_BASE64 = /[^\w+/=-]/g;
/** What may stand behind the address: a title. */
const TAIL = /(?:\s{1,8}"[^"]{0,200}"\s{0,8})?\)/y;
/** Characters of an image's description. */
const MAX_ALT = 1000;
const LEFT_OUT = '[content left out: image]';

/**
 * Turns Markdown images with their bytes into images, in the texts of the assistant: an earlier response as the gateway and
 * others write it for clients whose protocols have text only. Images by address remain text.
 */
export function withAnswerImages(turns: CanonicalTurn[]): CanonicalTurn[] {
  return turns.map((turn) => {
    if (turn.role !== 'assistant' || !turn.parts.some(mayHaveImages)) return turn;
    return { ...turn, parts: turn.parts.flatMap((part) => (mayHaveImages(part) ? splitText(part) : [part])) };
  });
}

/** An image that a client sends beside the text of the assistant. Addresses become text, as in responses to clients. */
export function answerImage(url: string): ImagePart | TextPart {
  const source = mediaSource(url);
  if (source.type === 'url') return { type: 'text', text: imageText(url) };
  return { type: 'image', source, ofResponse: true };
}

/**
 * The turns without images of earlier responses. A turn that would have no content names what was left out; reasoning alone is no
 * content.
 */
export function withoutAnswerImages(turns: CanonicalTurn[]): CanonicalTurn[] {
  if (!turns.some(({ parts }) => parts.some(isAnswerImage))) return turns;
  return turns.map((turn) => {
    const parts = turn.parts.filter((part) => !isAnswerImage(part));
    if (parts.length === turn.parts.length) return turn;
    const isEmpty = parts.every(({ type }) => type === 'reasoning' || type === 'reasoning-redacted');
    return { ...turn, parts: isEmpty ? [...parts, { type: 'text', text: LEFT_OUT }] : parts };
  });
}

export function isAnswerImage(part: TurnPart): part is ImagePart {
  return part.type === 'image' && part.ofResponse === true;
}

function mayHaveImages(part: TurnPart): part is TextPart {
  return part.type === 'text' && part.text.includes(MARK);
}

/** Takes time in proportion to the text, whatever it contains. */
function splitText({ text, cache }: TextPart): TurnPart[] {
  const parts: (TextPart | ImagePart)[] = [];
  let from = 0;
  const addText = (to: number) => {
    const piece = text.slice(from, to);
    if (piece.trim() !== '') parts.push({ type: 'text', text: piece });
  };
  for (let at = text.indexOf(MARK); at !== -1; at = text.indexOf(MARK, at + MARK.length)) {
    const image = imageAt(text, at, from);
    if (!image) continue;
    addText(image.start);
    parts.push({ type: 'image', source: mediaSource(image.url), ofResponse: true });
    from = image.end;
  }
  if (from === 0) return [{ type: 'text', text, cache }];
  addText(text.length);
  // A cache hint applies up to the last part.
  const last = parts.at(-1);
  if (last && cache) last.cache = cache;
  return parts;
}

/** The image whose description ends at `at`; undefined for links, other data and incomplete images. */
function imageAt(
  text: string,
  at: number,
  from: number,
): { start: number; end: number; url: string } | undefined {
  HEAD.lastIndex = at;
  if (!HEAD.test(text)) return undefined;
  const dataStart = HEAD.lastIndex;
  NOT_BASE64.lastIndex = dataStart;
  const dataEnd = NOT_BASE64.exec(text)?.index ?? text.length;
  TAIL.lastIndex = dataEnd;
  if (dataEnd === dataStart || !TAIL.test(text)) return undefined;
  const first = Math.max(from, at - MAX_ALT);
  const before = text.slice(first, at);
  const open = before.lastIndexOf('![');
  if (open === -1 || before.includes(']', open)) return undefined;
  return { start: first + open, end: TAIL.lastIndex, url: text.slice(at + ']('.length, dataEnd) };
}
