import type { AnswerPart } from './events.js';

/** What a stretch of the answer's text is taken from. */
export interface Citation {
  /** A page; absent for files and documents. */
  readonly url?: string;
  readonly title?: string;
  /** Of the source, not of the answer. */
  readonly citedText?: string;
  /** A file or document that the provider can name. */
  readonly file?: { readonly id: string; readonly name: string };
  /**
   * Where in the answer's text, all of it joined: UTF-16 code units, `end` exclusive. Absent where the provider names the
   * source of the whole answer.
   */
  readonly range?: { readonly start: number; readonly end: number };
}

type TextPart = Extract<AnswerPart, { type: 'text' }>;

/**
 * Citations by the text part they belong to, with ranges within that part. Those without a range belong to the last text,
 * those beyond all text are left out.
 */
export function citationsByPart(
  parts: readonly AnswerPart[],
  citations: readonly Citation[] | undefined,
): ReadonlyMap<AnswerPart, readonly Citation[]> {
  const found = new Map<AnswerPart, Citation[]>();
  if (!citations?.length) return found;
  const texts = parts.filter((part): part is TextPart => part.type === 'text');
  for (const citation of citations) {
    const place = placeOf(citation, texts);
    if (!place) continue;
    const { part, offset } = place;
    const list = found.get(part) ?? [];
    list.push(shifted(citation, -offset, part.text.length));
    found.set(part, list);
  }
  return found;
}

function placeOf(
  { range }: Citation,
  texts: readonly TextPart[],
): { part: TextPart; offset: number } | undefined {
  let offset = 0;
  for (const [at, part] of texts.entries()) {
    const end = offset + part.text.length;
    if (range ? range.start < end : at === texts.length - 1) return { part, offset };
    offset = end;
  }
  return undefined;
}

/** The citation with its range moved, and cut at the end of the text. */
export function shifted(citation: Citation, by: number, length = Infinity): Citation {
  const { range } = citation;
  if (!range) return citation;
  const start = Math.max(0, range.start + by);
  return { ...citation, range: { start, end: Math.max(start, Math.min(length, range.end + by)) } };
}

/** The text of an answer so far, for providers and protocols whose ranges need it; bounded. */
export class AnswerText {
  private readonly pieces: string[] = [];
  private length = 0;

  /** @param most characters; what comes later is not remembered */
  constructor(private readonly most = 256 * 1024) {}

  add(text: string): void {
    if (this.length >= this.most) return;
    this.pieces.push(text);
    this.length += text.length;
  }

  get whole(): string {
    return this.pieces.join('');
  }
}
