/** Number of parsed records in a row after which comparing is given up. */
const MAX_MISSES = 16;
/** Characters that JSON escapes. */
// eslint-disable-next-line no-control-regex
const ESCAPED = /["\\\u0000-\u001f]/;
/**
 * A last member of random length by which OpenAI hides the length of the text
 * (https://platform.openai.com/docs/api-reference/chat-streaming/streaming).
 */
const OBFUSCATION = /"obfuscation": ?"[^"\\]*"\}$/;
// eslint-disable-next-line no-control-regex
const OBFUSCATION_END = /^[^"\\\u0000-\u001f]*"\}$/;

/**
 * Recognises JSON records that differ from the one before in a single text only, as the deltas of a streamed response do, and
 * returns that text without parsing them. Comparing a record costs a fraction of `JSON.parse`.
 */
export class RepeatedRecord {
  /** The member's name with quotes and colon. */
  private readonly key: string;
  /** The record up to the text, its opening quote included; '' while there is none to compare with. */
  private before = '';
  /** The record from the closing quote of the text on, or up to the value of `obfuscation`. */
  private after = '';
  private isObfuscated = false;
  private misses = 0;

  /** @param member name of the member that holds the text */
  constructor(member: string) {
    this.key = `"${member}":`;
  }

  /** The text of a record that otherwise equals the remembered one; undefined if the record must be parsed. */
  textIn(data: string): string | undefined {
    const { before, after } = this;
    if (before === '' || !data.startsWith(before)) return undefined;
    const end = data.indexOf('"', before.length);
    // Also where the text is empty: the caller knows what that means.
    if (end <= before.length || !data.startsWith(after, end)) return undefined;
    const rest = end + after.length;
    if (this.isObfuscated ? !OBFUSCATION_END.test(data.slice(rest)) : rest !== data.length) return undefined;
    const text = data.slice(before.length, end);
    if (ESCAPED.test(text)) return undefined;
    this.misses = 0;
    return text;
  }

  /** Call after each parsed record from which nothing but `text` was read. */
  remember(data: string, text: string): void {
    this.before = '';
    if (this.misses >= MAX_MISSES || ESCAPED.test(text)) return;
    this.misses++;
    const key = data.indexOf(this.key);
    // A quote within a text is escaped, so that this is the member and not a part of another text.
    if (key === -1 || data.includes(this.key, key + 1)) return;
    const quote = data.indexOf('"', key + this.key.length);
    const start = quote + 1;
    if (!data.startsWith(`${text}"`, start)) return;
    this.before = data.slice(0, start);
    const after = data.slice(start + text.length);
    const obfuscation = OBFUSCATION.exec(after);
    this.isObfuscated = obfuscation !== null;
    this.after = obfuscation ? after.slice(0, after.lastIndexOf('"', after.length - 3) + 1) : after;
  }

  /** Call after each other parsed record. */
  forget(): void {
    this.before = '';
  }
}
