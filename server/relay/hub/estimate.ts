import type { HubChat, TurnPart } from './chat.js';

const Class = {
  None: 0,
  Letter: 1,
  Digit: 2,
  Mark: 3,
  Blank: 4,
  Break: 5,
  Dense: 6,
  Other: 7,
  Wide: 8,
} as const;

/**
 * Counts tokens approximately, piece by piece, without a tokenizer: text is walked once and every character charged by
 * its class, in hundredths of a token. Cutting a text anywhere gives the same sum as the whole. Measured against o200k
 * the error is within about 15 % for prose and code in the scripts below.
 *
 * | Class | Cost |
 * |---|---|
 * | Latin word | 1 for up to 7 letters, then 1 per 4 more |
 * | digits | 1 per started group of 3 |
 * | punctuation | 1, and ½ for each directly following one |
 * | one space before a word | 0, longer runs of blanks 1 in all |
 * | line break(s) in a row | 1 |
 * | CJK, kana, Hangul | 0.8 per character |
 * | other scripts (Cyrillic, Greek, Arabic, …) | 0.4 per letter |
 * | outside the basic plane (emoji, rare signs) | 1 per surrogate |
 */
export class TokenCounter {
  private hundredths = 0;
  private last: number = Class.None;
  private run = 0;

  get tokens(): number {
    return this.hundredths / 100;
  }

  add(text: string): void {
    let { hundredths, last, run } = this;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const kind = code < 128 ? (asciiClasses[code] as number) : wideClass(code);
      run = kind === last ? run + 1 : 1;
      last = kind;
      switch (kind) {
        case Class.Letter:
          if (run === 1) hundredths += 100;
          else if (run > 7) hundredths += 25;
          break;
        case Class.Digit:
          if (run % 3 === 1) hundredths += 100;
          break;
        case Class.Mark:
          hundredths += run === 1 ? 100 : 50;
          break;
        case Class.Blank:
          if (run === 2) hundredths += 100;
          break;
        case Class.Break:
          if (run === 1) hundredths += 100;
          break;
        case Class.Dense:
          hundredths += 80;
          break;
        case Class.Other:
          hundredths += 40;
          break;
        default:
          hundredths += 100;
      }
    }
    this.hundredths = hundredths;
    this.last = last;
    this.run = run;
  }
}

/** Approximate tokens of one text, a whole number; see TokenCounter. */
export function estimateTokens(text: string): number {
  const counter = new TokenCounter();
  counter.add(text);
  return Math.ceil(counter.tokens);
}

/**
 * Approximate prompt tokens of a whole request, with the constants of spec/relay-and-billing.md C4: 3 per message and its
 * role, 3 for the answer's opening, 8 once when there are tools.
 */
export function estimatePrompt(chat: HubChat): number {
  const counter = new TokenCounter();
  let tokens = 3;
  if (chat.system.length > 0) tokens += 4;
  for (const part of chat.system) counter.add(part.text);
  for (const turn of chat.turns) {
    tokens += 4;
    for (const part of turn.parts) tokens += addPart(counter, part);
  }
  if (chat.tools.length > 0) tokens += 8;
  for (const tool of chat.tools) {
    counter.add(tool.name);
    counter.add(tool.description ?? '');
    if (tool.parameters !== undefined) counter.add(JSON.stringify(tool.parameters));
  }
  return tokens + Math.ceil(counter.tokens);
}

/** Encrypted thoughts: about four characters of base64 per token. */
export function redactedTokens(data: string): number {
  return Math.ceil(data.length / 4);
}

/** Counts the part's text and returns what it costs besides. */
function addPart(counter: TokenCounter, part: TurnPart): number {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      counter.add(part.text);
      return 0;
    case 'image':
      return part.detail === 'low' ? 85 : 765;
    case 'audio':
      return 100;
    case 'file':
      return 5000;
    case 'tool-call':
      counter.add(part.name);
      counter.add(part.arguments);
      return 0;
    case 'tool-result':
      return part.parts.reduce((sum, inner) => sum + addPart(counter, inner), 0);
    case 'reasoning-redacted':
      return redactedTokens(part.data);
  }
}

const asciiClasses = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z]/.test(character)) return Class.Letter;
  if (/\d/.test(character)) return Class.Digit;
  if (/[\r\n]/.test(character)) return Class.Break;
  return /\s/.test(character) ? Class.Blank : Class.Mark;
});

function wideClass(code: number): number {
  // Accented Latin belongs to words; Latin-1's signs do not.
  if (code < 0x250) return code < 0xc0 ? Class.Mark : Class.Letter;
  if (code < 0x2000) return code >= 0x1100 && code < 0x1200 ? Class.Dense : Class.Other;
  if (code < 0x2e80) return Class.Mark;
  if (code >= 0xd800 && code < 0xe000) return Class.Wide;
  // Full-width punctuation is denser than the signs it stands for.
  return Class.Dense;
}
