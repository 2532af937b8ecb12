/** The first half of a surrogate pair. For texts of one-byte characters V8 does not search. */
const HIGH = /[\ud800-\udbff]/;

const SHORT = 32;
/** Surrogate pairs that are kept; behind more of them ranges are not exact. */
const MAX_PAIRS = 64 * 1024;

/** A stretch of a text, `end` exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Converts ranges of a text between UTF-16 code units, in which JavaScript counts, and Unicode code points, in which Python
 * and therefore several providers count. Only the places of surrogate pairs are kept: most texts have few or none.
 */
export class CodePoints {
  private size = 0;
  /** Offsets of the surrogate pairs in UTF-16 code units, ascending. */
  private pairs: number[] | undefined;

  static of(text: string): CodePoints {
    const points = new CodePoints();
    points.add(text);
    return points;
  }

  /** Call with every piece of the text, in order. */
  add(text: string): void {
    // The expression is slower than the loop for the few letters of a delta.
    if (text.length < SHORT || HIGH.test(text))
      for (let at = 0; at < text.length; at++)
        if ((text.charCodeAt(at) & 0xfc00) === 0xd800) this.addPair(this.size + at);
    this.size += text.length;
  }

  /** Length of the text so far in UTF-16 code units. */
  get length(): number {
    return this.size;
  }

  /** @param range in code points, of text that was added */
  toUnits({ start, end }: TextRange): TextRange {
    return { start: this.unitAt(start), end: this.unitAt(end) };
  }

  /** @param range in UTF-16 code units, of text that was added */
  fromUnits({ start, end }: TextRange): TextRange {
    return { start: this.pointAt(start), end: this.pointAt(end) };
  }

  private addPair(at: number): void {
    const pairs = (this.pairs ??= []);
    if (pairs.length < MAX_PAIRS) pairs.push(at);
  }

  private unitAt(point: number): number {
    let unit = point;
    for (const pair of this.pairs ?? []) {
      if (pair >= unit) break;
      unit++;
    }
    return unit;
  }

  private pointAt(unit: number): number {
    let point = unit;
    for (const pair of this.pairs ?? []) {
      if (pair >= unit) break;
      point--;
    }
    return point;
  }
}
