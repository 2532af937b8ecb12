import type { TextRange } from './code-points.js';

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
  readonly range?: TextRange;
}

/** The citation with its range moved, and cut at the end of the text. */
export function shifted(citation: Citation, by: number, length = Infinity): Citation {
  const { range } = citation;
  if (!range) return citation;
  const start = Math.max(0, range.start + by);
  return { ...citation, range: { start, end: Math.max(start, Math.min(length, range.end + by)) } };
}

/** Number of pieces joined at a time: as separate strings, deltas of a few letters take ten times the memory. */
const JOINED = 128;

/** The text of an answer so far, bounded: what comes after the first `most` characters is not kept. */
export class AnswerText {
  private joined: string[] = [];
  private pieces: string[] = [];
  private size = 0;

  /** @param most in UTF-16 code units */
  constructor(private readonly most = 256 * 1024) {}

  add(text: string): void {
    const size = this.size + text.length;
    if (size > this.most) return this.addLast(text);
    this.size = size;
    if (this.pieces.push(text) === JOINED) this.join();
  }

  /** What of the text still has room. */
  private addLast(text: string): void {
    this.pieces.push(text.slice(0, this.most - this.size));
    this.size = this.most;
    this.join();
  }

  /** In UTF-16 code units. */
  get length(): number {
    return this.size;
  }

  get whole(): string {
    this.join();
    const whole = this.joined.join('');
    this.joined = [whole];
    return whole;
  }

  private join(): void {
    if (this.pieces.length > 0) this.joined.push(this.pieces.join(''));
    this.pieces = [];
  }
}
