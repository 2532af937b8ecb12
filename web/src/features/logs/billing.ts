import { formatDollars, formatPrice, trimNumber } from '../../lib/format';
import type { Pricing } from './log-other';

/** i18n key of the line's label. */
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
  | 'audioOutput'
  | 'audioCached'
  | 'imageInput'
  | 'imageOutput'
  | 'calls';

export interface BillLine {
  name: LineName;
  tokens: number;
  /** US dollars per million tokens, without the group ratio. */
  price: number;
  /** Factors on the prompt price, e.g. `2 × 0.5`; undefined where the prompt price applies unchanged. */
  ratio: string | undefined;
  /** US dollars, without the group ratio. */
  amount: number;
}

export interface Bill {
  lines: BillLine[];
  fees: { name: string; count: number; amount: number }[];
  /** For prices per call: US dollars per call, and the number of calls; undefined = priced by tokens. */
  fixed: { price: number; calls: number } | undefined;
  groupRatio: number;
  /** The group ratio is the one set for the user's own group. */
  ownGroupDecides: boolean;
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
/** Prompt tokens charged per call if no tokens were reported and the model has no price per call. */
const TOKENS_PER_CALL = 1250;

/**
 * Recomputes a row's price from its ratios. Prompt price I = model ratio × 2, completion = I × completion ratio, cache
 * reads and writes = I × their ratios; the total × group ratio. Undefined if the row has no price.
 */
export function billOf(row: Counted, pricing: Pricing): Bill | undefined {
  const { price, modelRatio, groupRatio, ownGroupDecides } = pricing;
  if (price === undefined && modelRatio === undefined) return undefined;
  const lines = price === undefined ? tokenLines(row, pricing, (modelRatio ?? 0) * DOLLARS_PER_RATIO) : [];
  const fixed = price === undefined ? undefined : { price, calls: pricing.calls ?? 1 };
  const fees = pricing.fees.map((fee) => ({
    name: fee.name,
    count: fee.count,
    amount: (fee.price * fee.count) / 1000,
  }));
  const calls = fixed ? fixed.price * fixed.calls : 0;
  const amounts = [calls, ...lines.map(({ amount }) => amount), ...fees.map(({ amount }) => amount)];
  const total = amounts.reduce((sum, amount) => sum + amount, 0) * groupRatio;
  return {
    lines,
    fees,
    fixed,
    groupRatio,
    ownGroupDecides,
    total,
    formula: formulaOf({ lines, fees, fixed, groupRatio, total }),
  };
}

function tokenLines(row: Counted, pricing: Pricing, prompt: number): BillLine[] {
  const { audio, image, cacheTokens, completionRatio, writes, writes5m, writes1h, calls } = pricing;
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
  const { textIn, textOut } = textOf(row, pricing);
  const lines = [
    line(audio ? 'textInput' : 'input', textIn),
    line('cached', cacheTokens, pricing.cacheRatio),
    line('write', writes.tokens, writes.ratio),
    line('write5m', writes5m.tokens, writes5m.ratio),
    line('write1h', writes1h.tokens, writes1h.ratio),
    line(audio ? 'textOutput' : 'output', textOut, completionRatio),
    line('audioInput', audio?.audioIn ?? 0, audio?.ratio ?? 1),
    line('audioCached', audio?.cached ?? 0, audio?.cacheRatio ?? 1),
    line('audioOutput', audio?.audioOut ?? 0, audio?.ratio ?? 1, audio?.completionRatio ?? 1),
    line('imageInput', image?.tokensIn ?? 0, image?.ratio ?? 1),
    line('imageOutput', image?.tokensOut ?? 0, image?.outputRatio ?? 1),
  ];
  if (calls !== undefined && lines.every(({ tokens }) => tokens === 0))
    return [line('calls', TOKENS_PER_CALL * calls)];
  const always: readonly LineName[] = ['input', 'output', 'textInput', 'textOutput'];
  return lines.filter(({ name, tokens }) => tokens > 0 || always.includes(name));
}

/** Tokens charged at the text price: the row's tokens without audio, images and cache. */
export function textOf(row: Counted, pricing: Pricing): { textIn: number; textOut: number } {
  const { audio, image, cacheTokens, writes, writes5m, writes1h, pieces, promptExcludesCache } = pricing;
  const media = (audio?.audioIn ?? 0) + (image?.tokensIn ?? 0) + pieces;
  const cached = cacheTokens + writes.tokens + writes5m.tokens + writes1h.tokens;
  const given = audio?.textIn ?? row.prompt_tokens - media - (promptExcludesCache ? 0 : (audio?.cached ?? 0));
  const written = row.completion_tokens - (audio?.audioOut ?? 0) - (image?.tokensOut ?? 0);
  return {
    textIn: Math.max(0, promptExcludesCache ? given : given - cached),
    textOut: Math.max(0, audio?.textOut ?? written),
  };
}

function formulaOf({
  lines,
  fees,
  fixed,
  groupRatio,
  total,
}: Omit<Bill, 'formula' | 'ownGroupDecides'>): string {
  const parts = [
    ...(fixed
      ? [fixed.calls === 1 ? formatPrice(fixed.price) : `${fixed.calls} × ${formatPrice(fixed.price)}`]
      : []),
    ...lines.map(({ tokens, price }) => `${tokens} / 1M × ${formatPrice(price)}`),
    ...fees.map(({ amount }) => formatPrice(amount)),
  ];
  return `(${parts.join(' + ')}) × ${trimNumber(groupRatio)} = ${formatDollars(total, 6)}`;
}
