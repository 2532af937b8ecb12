/** Character classes. The cost of those from `dense` on does not depend on their neighbours. */
const lower = 0;
const upper = 1;
const digit = 2;
const mark = 3;
const blank = 4;
const lineBreak = 5;
const dense = 6;
const near = 7;
const far = 8;
const wide = 9;
const kinds = 10;
/** Hundredths of a token, by class. */
const fixedCosts: Readonly<Record<number, number>> = { [dense]: 70, [near]: 28, [far]: 40, [wide]: 100 };

/** States of the scan: the number of word letters, digits, punctuation marks or blanks read so far in a row. */
const start = 0;
const word = { first: 1, last: 8 };
const capitals = { first: 9, last: 10 };
const digits = { first: 11, last: 13 };
const marks = { first: 14, last: 15 };
const blanks = { first: 16, last: 17 };
const lineStart = 18;
const states = 19;

/** Next state and cost in hundredths of a token, by state and class, so that each character takes two table lookups. */
const nextStates = new Uint8Array(states * kinds);
const costs = new Uint8Array(states * kinds);
for (let state = 0; state < states; state++) {
  for (let kind = 0; kind < kinds; kind++) {
    const [next, cost] = step(state, kind);
    nextStates[state * kinds + kind] = next;
    costs[state * kinds + kind] = cost;
  }
}

/**
 * Counts tokens approximately and incrementally, without a tokenizer. Each character costs a number of hundredths of a token
 * that depends on its class and on the preceding characters, so splitting a text anywhere gives the same sum. Compared with
 * o200k_base the error is within about 15 % for prose in European and East Asian languages, code and JSON; base64 is counted
 * 20 % too low.
 *
 * | Class | Cost |
 * |---|---|
 * | word of Latin letters; a capital after a small letter begins another | 1 up to 7 letters, then ¼ each |
 * | capitals in a row | 1, then 0.4 each |
 * | digits | 1 per started group of 3 |
 * | punctuation in a row | 0.9, then ¼ each |
 * | one space before a word | 0, longer runs of blanks 1 in all |
 * | line breaks in a row | 1, after punctuation 0 |
 * | CJK, kana, Hangul | 0.7 per character |
 * | Greek, Cyrillic, Armenian | 0.28 per letter |
 * | other scripts (Arabic, Hebrew, Devanagari, Thai, …) | 0.4 per letter |
 * | outside the basic plane (emoji, rare characters) | 1 per surrogate |
 */
export class TokenCounter {
  private hundredths = 0;
  private state = start;

  get tokens(): number {
    return this.hundredths / 100;
  }

  add(text: string): void {
    let { hundredths, state } = this;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const entry = state * kinds + (code < 128 ? (asciiKinds[code] as number) : wideKind(code));
      hundredths += costs[entry] as number;
      state = nextStates[entry] as number;
    }
    this.hundredths = hundredths;
    this.state = state;
  }
}

function step(state: number, kind: number): [next: number, cost: number] {
  const within = (range: { first: number; last: number }) => state >= range.first && state <= range.last;
  switch (kind) {
    case lower:
      if (within(capitals)) return [word.first + 1, 0];
      if (!within(word)) return [word.first, 100];
      return state + 1 >= word.last ? [word.last, 25] : [state + 1, 0];
    case upper:
      return within(capitals) ? [capitals.last, 40] : [capitals.first, 100];
    case digit:
      return within(digits) && state < digits.last ? [state + 1, 0] : [digits.first, 100];
    case mark:
      return within(marks) ? [marks.last, 25] : [marks.first, 90];
    case blank:
      if (!within(blanks)) return [blanks.first, 0];
      return [blanks.last, state === blanks.first ? 100 : 0];
    case lineBreak:
      return [lineStart, state === lineStart || within(marks) ? 0 : 100];
    default:
      return [start, fixedCosts[kind] ?? 0];
  }
}

const asciiKinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return lower;
  if (/[A-Z]/.test(character)) return upper;
  if (/\d/.test(character)) return digit;
  if (/[\r\n]/.test(character)) return lineBreak;
  return /\s/.test(character) ? blank : mark;
});

function wideKind(code: number): number {
  // Accented Latin letters count as word letters, the signs of Latin-1 as punctuation.
  if (code < 0x250) return code < 0xc0 ? mark : lower;
  if (code < 0x590) return near;
  if (code < 0x2000) return code >= 0x1100 && code < 0x1200 ? dense : far;
  if (code < 0x2e80) return mark;
  return code >= 0xd800 && code < 0xe000 ? wide : dense;
}
