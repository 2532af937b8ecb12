import { UnreadableSource } from '../sources/source.js';
import { copyValues, readInsert, unqualified, type DumpValues } from './dump-values.js';

/** Rows of one table, in parts of a dump's size. Without rows: the table's columns. */
export interface DumpPart {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly DumpValues[];
}

/** Rows of COPY that are returned at once. */
const BATCH = 1000;

/**
 * Reads a dump in text form: pg_dump with COPY or `--inserts`, mysqldump. Holds one statement at a time.
 * @throws UnreadableSource
 */
export async function* readDump(lines: AsyncIterable<string>): AsyncGenerator<DumpPart> {
  const columnsOf = new Map<string, string[]>();
  let copied: { table: string; columns: string[]; rows: DumpValues[] } | undefined;
  const statement = new Statement();
  let isMysql = false;
  for await (const raw of lines) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (copied) {
      const isEnd = line === '\\.';
      if (!isEnd) copied.rows.push(copyValues(line));
      if (isEnd || copied.rows.length === BATCH) {
        yield copied;
        copied = isEnd ? undefined : { ...copied, rows: [] };
      }
      continue;
    }
    if (statement.isEmpty && (line.trim() === '' || /^(?:--|#|\\(?:un)?restrict)/.test(line))) {
      isMysql ||= /^-- (?:MySQL|MariaDB) dump/.test(line);
      continue;
    }
    isMysql ||= statement.isEmpty && /^\/\*M?!\d+/.test(line);
    for (const ended of statement.add(line, isMysql)) {
      const copy = /^\s*COPY\s+(\S+)\s*\(([^)]*)\)\s+FROM\s+stdin/i.exec(ended);
      if (copy) {
        const columns = (copy[2] ?? '').split(',').map((name) => unqualified(name.trim()));
        copied = { table: unqualified(copy[1] ?? ''), columns, rows: [] };
        continue;
      }
      const created = createdTable(ended);
      if (created) {
        columnsOf.set(created.table, created.columns);
        yield { ...created, rows: [] };
        continue;
      }
      const insert = readInsert(ended, isMysql);
      if (!insert) continue;
      const columns = insert.columns ?? columnsOf.get(insert.table);
      if (!columns) throw new UnreadableSource(`the dump has rows of ${insert.table}, but not its columns`);
      yield { table: insert.table, columns, rows: insert.rows };
    }
  }
  if (copied || !statement.isEmpty)
    throw new UnreadableSource('the dump ends in the middle: is it complete?');
}

/** Collects lines until a statement ends with a semicolon that is not part of a string. */
class Statement {
  private text = '';
  private quote = '';

  get isEmpty(): boolean {
    return this.text === '';
  }

  /** @returns the statements that this line ends */
  *add(line: string, hasEscapes: boolean): Generator<string> {
    let from = 0;
    for (let at = 0; at < line.length; at++) {
      const character = line[at]!;
      if (this.quote !== '') {
        if (character === '\\' && hasEscapes && this.quote !== '`') at++;
        else if (character === this.quote) this.quote = '';
      } else if (character === "'" || character === '"' || character === '`') this.quote = character;
      else if (character === ';') {
        yield this.text + line.slice(from, at);
        this.text = '';
        from = at + 1;
      }
    }
    const rest = line.slice(from);
    if (this.text !== '' || rest.trim() !== '') this.text += `${rest}\n`;
  }
}

/**
 * Table and columns of a CREATE TABLE statement; undefined for others. Dumps have keywords in capitals, and names of columns in these
 * quoted.
 */
function createdTable(statement: string): { table: string; columns: string[] } | undefined {
  const match =
    /^\s*CREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?([^\s(]+)\s*\(\n?([\s\S]*)\)/i.exec(
      statement,
    );
  if (!match) return undefined;
  const columns = (match[2] ?? '').split('\n').flatMap((line) => {
    const [, name = ''] = /^\s*("[^"]+"|`[^`]+`|\w+)\s+\w/.exec(line) ?? [];
    return name === '' || /^(?:CONSTRAINT|PRIMARY|UNIQUE|KEY|FULLTEXT|FOREIGN|CHECK|SPATIAL)$/.test(name)
      ? []
      : [unqualified(name)];
  });
  return { table: unqualified(match[1] ?? ''), columns };
}
