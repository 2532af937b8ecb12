import { formatDollars, formatPrice, trimNumber } from '../../lib/format';
import type { Pricing } from './log-other';

/** Key of the text that names a line. */
export type LineName =
  | 'input'
  | 'cached'
  | 'write'
  | 'write5m'
  | 'write1h'
  | 'output'
  | 'textInput'
  | 'textOutput'
  | 'audioInput'
  | 'audioOutput';

export interface BillLine {
  name: LineName;
  tokens: number;
  /** US dollars per million tokens, without the group ratio. */
  price: number;
  /** How the price follows from that of the prompt; undefined on the prompt itself. */
  ratio: string | undefined;
  /** US dollars, without the group ratio. */
  amount: number;
}

export interface Bill {
  lines: BillLine[];
  fees: { name: string; count: number; amount: number }[];
  /** US dollars per call, when not priced by tokens. */
  fixed: number | undefined;
  groupRatio: number;
  /** US dollars. */
  total: number;
  formula: string;
}

interface Counted {
  prompt_tokens: number;
  completion_tokens: number;
}

/** Model ratio 1 = 2 US dollars per million prompt tokens. */
const DOLLARS_PER_RATIO = 2;
const MILLION = 1_000_000;

/**
 * How a row's price came about, from its ratios alone. Prompt I = model ratio × 2, completion = I × completion ratio,
 * cache reads and writes = I × theirs; everything × group ratio. Undefined when the row has no price.
 */
export function billOf(row: Counted, pricing: Pricing): Bill | undefined {
  const { price, modelRatio, groupRatio } = pricing;
  if (price === undefined && modelRatio === undefined) return undefined;
  const lines = price === undefined ? tokenLines(row, pricing, (modelRatio ?? 0) * DOLLARS_PER_RATIO) : [];
  const fees = pricing.fees.map((fee) => ({
    name: fee.name,
    count: fee.count,
    amount: (fee.price * fee.count) / 1000,
  }));
  const amounts = [price ?? 0, ...lines.map(({ amount }) => amount), ...fees.map(({ amount }) => amount)];
  const total = amounts.reduce((sum, amount) => sum + amount, 0) * groupRatio;
  return {
    lines,
    fees,
    fixed: price,
    groupRatio,
    total,
    formula: formulaOf(lines, fees, price, groupRatio, total),
  };
}

function tokenLines(row: Counted, pricing: Pricing, prompt: number): BillLine[] {
  const { audio, cacheTokens, completionRatio, writes, writes5m, writes1h } = pricing;
  const line = (name: LineName, tokens: number, ...ratios: number[]): BillLine => {
    const ratio = ratios.reduce((product, each) => product * each, 1);
    return {
      name,
      tokens,
      price: prompt * ratio,
      ratio: ratios.length > 0 ? ratios.map(trimNumber).join(' × ') : undefined,
      amount: (tokens / MILLION) * prompt * ratio,
    };
  };
  const allWrites = writes.tokens + writes5m.tokens + writes1h.tokens;
  const given = audio ? audio.textIn : row.prompt_tokens;
  const fresh = pricing.promptExcludesCache ? given : Math.max(0, given - cacheTokens - allWrites);
  const cache = [
    line('cached', cacheTokens, pricing.cacheRatio),
    line('write', writes.tokens, writes.ratio),
    line('write5m', writes5m.tokens, writes5m.ratio),
    line('write1h', writes1h.tokens, writes1h.ratio),
  ].filter(({ tokens }) => tokens > 0);
  if (!audio) return [line('input', fresh), ...cache, line('output', row.completion_tokens, completionRatio)];
  return [
    line('textInput', fresh),
    ...cache,
    line('textOutput', audio.textOut, completionRatio),
    line('audioInput', audio.audioIn, audio.ratio),
    line('audioOutput', audio.audioOut, audio.ratio, audio.completionRatio),
  ];
}

function formulaOf(
  lines: BillLine[],
  fees: Bill['fees'],
  fixed: number | undefined,
  groupRatio: number,
  total: number,
): string {
  const parts = [
    ...(fixed === undefined ? [] : [formatPrice(fixed)]),
    ...lines.map(({ tokens, price }) => `${tokens} / 1M × ${formatPrice(price)}`),
    ...fees.map(({ amount }) => formatPrice(amount)),
  ];
  return `(${parts.join(' + ')}) × ${trimNumber(groupRatio)} = ${formatDollars(total, 6)}`;
}
