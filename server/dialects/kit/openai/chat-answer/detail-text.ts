import type { readDetail } from './answer.js';

/**
 * The text of the thoughts in `reasoning_details`, for providers that send it there only. MiniMax documents that each chunk
 * repeats all of the text before it, and sends what is new (https://github.com/MiniMax-AI/MiniMax-M2/issues/95): both are read.
 */
export class DetailText {
  private all = '';
  private isIncremental = false;

  /** What is new of the text in these details; '' if nothing is. */
  next(details: readonly ReturnType<typeof readDetail>[]): string {
    let given = '';
    for (const detail of details) if (detail?.type === 'text') given += detail.text;
    if (given === '') return '';
    if (this.isIncremental) return given;
    const { all } = this;
    this.isIncremental = all !== '' && !given.startsWith(all);
    if (this.isIncremental) {
      this.all = '';
      return given;
    }
    this.all = given;
    return given.slice(all.length);
  }
}
