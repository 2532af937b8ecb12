import { UnreadableSource } from '../sources/source.js';

/** Values of a row of a dump; null for NULL. */
export type DumpValues = (string | null)[];

/** Characters after a backslash in the text format of COPY, and in strings of MySQL. Others stand for themselves. */
const COPY_ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const MYSQL_ESCAPES: Readonly<Record<string, string>> = {
  0: '\0',
  b: '\b',
  n: '\n',
  r: '\r',
  t: '\t',
  Z: '\x1a',
};

/** The values of a line of COPY: https://www.postgresql.org/docs/current/sql-copy.html */
export function copyValues(line: string): DumpValues {
  return line.split('\t').map((value) => {
    if (value === '\\N') return null;
    if (!value.includes('\\')) return value;
    return value.replaceAll(/\\(.)/gs, (_match, character: string) => COPY_ESCAPES[character] ?? character);
  });
}

/** Scans the text of one INSERT statement. */
class Scanner {
  constructor(
    private readonly text: string,
    private readonly hasEscapes: boolean,
    private at = 0,
  ) {}

  /** Skips blanks. @returns the next character; '' at the end */
  peek(): string {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++;
    return this.text[this.at] ?? '';
  }

  skip(character: string): boolean {
    if (this.peek() !== character) return false;
    this.at++;
    return true;
  }

  /** A name, number or keyword. */
  word(): string {
    this.peek();
    const pattern = /[\w.+-]+/y;
    pattern.lastIndex = this.at;
    const [word = ''] = pattern.exec(this.text) ?? [];
    this.at += word.length;
    return word;
  }

  /** The text of a quoted name or string that begins here. */
  quoted(): string {
    const quote = this.text[this.at++] ?? '';
    let value = '';
    for (let from = this.at; ;) {
      const character = this.text[this.at];
      if (character === undefined) throw new UnreadableSource('a string of the dump does not end');
      if (character === '\\' && this.hasEscapes && quote !== '`') {
        const escaped = this.text[this.at + 1] ?? '';
        value += this.text.slice(from, this.at) + (MYSQL_ESCAPES[escaped] ?? escaped);
        from = this.at += 2;
      } else if (character !== quote) this.at++;
      else if (this.text[this.at + 1] === quote) {
        value += this.text.slice(from, this.at + 1);
        from = this.at += 2;
      } else {
        value += this.text.slice(from, this.at++);
        return value;
      }
    }
  }

  value(): string | null {
    if (this.peek() === "'") return this.quoted();
    const word = this.word();
    if (/^null$/i.test(word)) return null;
    if (/^true$/i.test(word)) return '1';
    if (/^false$/i.test(word)) return '0';
    if (/^0x[0-9a-f]*$/i.test(word)) return Buffer.from(word.slice(2), 'hex').toString('utf8');
    if (/^[+-]?[\d.]/.test(word)) return word;
    if (this.text[this.at] === "'" || this.peek() === "'") {
      // X'6162', b'1', E'…', N'…', _binary '…', _utf8mb4'…'
      const content = this.quoted();
      if (/^x$/i.test(word)) return Buffer.from(content, 'hex').toString('utf8');
      if (/^b$/i.test(word)) return String(Number.parseInt(content, 2));
      return content;
    }
    throw new UnreadableSource(
      `the dump has a value that only its database can read (${word.slice(0, 20)}…): give the database itself`,
    );
  }
}

/** An INSERT statement. `columns` is undefined if it names none. */
export interface Insert {
  readonly table: string;
  readonly columns: string[] | undefined;
  readonly rows: DumpValues[];
}

/**
 * Reads an INSERT statement of mysqldump, or of pg_dump with `--inserts`.
 * @param hasEscapes whether backslashes in strings are escapes, as in MySQL
 * @returns undefined if the statement is another one
 * @throws UnreadableSource
 */
export function readInsert(statement: string, hasEscapes: boolean): Insert | undefined {
  const [start] = /^\s*(?:INSERT|REPLACE)\s+(?:IGNORE\s+)?INTO\s+/i.exec(statement) ?? [];
  if (start === undefined) return undefined;
  const scanner = new Scanner(statement, hasEscapes, start.length);
  const name = () => (/["`]/.test(scanner.peek()) ? scanner.quoted() : scanner.word());
  let table = name();
  if (scanner.skip('.')) table = name();
  let columns: string[] | undefined;
  if (scanner.skip('(')) {
    columns = [];
    do columns.push(name());
    while (scanner.skip(','));
    scanner.skip(')');
  }
  scanner.word();
  const rows: DumpValues[] = [];
  do {
    if (!scanner.skip('(')) throw new UnreadableSource(`a statement of the dump for ${table} cannot be read`);
    const values: DumpValues = [];
    do values.push(scanner.value());
    while (scanner.skip(','));
    if (!scanner.skip(')')) throw new UnreadableSource(`a row of the dump for ${table} cannot be read`);
    rows.push(values);
  } while (scanner.skip(','));
  return { table: unqualified(table), columns, rows };
}

/** A name without its schema and quotes. */
export function unqualified(name: string): string {
  return (name.split('.').pop() ?? name).replaceAll(/["`]/g, '');
}
