import { crc32 } from 'node:zlib';

/** Sums of a file at most; even, since they are added in pairs then. */
const MAX_SUMS = 8192;
/** Hexadecimal digits of a sum. */
const DIGITS = 8;

/** Sums of the lines of a file, in the manifest. */
export interface FileSums {
  /** Of so many lines, one sum. */
  readonly lines_per_sum: number;
  /** CRC-32 of each, 8 hexadecimal digits, one after the other. */
  readonly line_sums: string;
}

/**
 * Sums by which a line is found that was changed: one for each line, and in files of more than 8,192 lines one for 2, 4, 8 … of them.
 * That a file is unchanged is proved by its SHA-256.
 */
export class LineSums {
  private sums: number[] = [];
  private linesPerSum = 1;
  /** Sum of the lines after those of `sums`, and their number. */
  private open = { sum: 0, lines: 0 };

  add(line: string): void {
    this.open = { sum: crc32(line, this.open.sum), lines: this.open.lines + 1 };
    if (this.open.lines < this.linesPerSum) return;
    this.sums.push(this.open.sum);
    this.open = { sum: 0, lines: 0 };
    if (this.sums.length < MAX_SUMS) return;
    this.sums = this.sums.flatMap((sum, index) =>
      index % 2 === 0 ? [crc32(`${sum} ${this.sums[index + 1]}`)] : [],
    );
    this.linesPerSum *= 2;
  }

  result(): FileSums {
    const sums = this.open.lines === 0 ? this.sums : [...this.sums, this.open.sum];
    return {
      lines_per_sum: this.linesPerSum,
      line_sums: sums.map((sum) => sum.toString(16).padStart(DIGITS, '0')).join(''),
    };
  }
}

/** The first lines that differ, such as `line 3` or `lines 9 to 16`; undefined: it cannot be told, or none does. */
export function differingLines(before: FileSums, now: FileSums): string | undefined {
  const { lines_per_sum: each, line_sums: sums } = before;
  if (each !== now.lines_per_sum) return undefined;
  for (let at = 0; at < Math.max(sums.length, now.line_sums.length); at += DIGITS) {
    if (sums.slice(at, at + DIGITS) === now.line_sums.slice(at, at + DIGITS)) continue;
    const first = (at / DIGITS) * each + 1;
    return each === 1 ? `line ${first}` : `lines ${first} to ${first + each - 1}`;
  }
  return undefined;
}
