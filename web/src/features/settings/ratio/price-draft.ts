import type { TFunction } from 'i18next';
import { type Price, PRICE_OF_RATIO, quotient, readNumber, showNumber } from './prices';

/** Form values of a price. */
export interface DraftPrice {
  name: string;
  mode: 'tokens' | 'call';
  /** Ratios, or USD per 1M tokens. */
  way: 'ratio' | 'price';
  fixed: string;
  ratio: string;
  completion: string;
  input: string;
  output: string;
}

export function toDraft(name: string, price: Price = {}): DraftPrice {
  return {
    name,
    mode: price.price === undefined ? 'tokens' : 'call',
    way: 'ratio',
    fixed: showNumber(price.price),
    ratio: showNumber(price.ratio),
    completion: showNumber(price.completion),
    input: '',
    output: '',
  };
}

/** Converts ratios to USD per 1M tokens. */
export function byPrice(draft: DraftPrice): DraftPrice {
  const [ratio, completion] = [readNumber(draft.ratio), readNumber(draft.completion)];
  const input = ratio === undefined ? undefined : ratio * PRICE_OF_RATIO;
  const output = input === undefined || completion === undefined ? undefined : input * completion;
  return { ...draft, way: 'price', input: shown(input), output: shown(output) };
}

/** Converts USD per 1M tokens to ratios. */
export function byRatio(draft: DraftPrice): DraftPrice {
  const [input, output] = [readNumber(draft.input), readNumber(draft.output)];
  const ratio = input === undefined ? undefined : quotient(input, PRICE_OF_RATIO);
  const completion = !input || output === undefined ? undefined : quotient(output, input);
  return { ...draft, way: 'ratio', ratio: shown(ratio), completion: shown(completion) };
}

export function toPrice(draft: DraftPrice): Price {
  if (draft.mode === 'call') return { price: readNumber(draft.fixed) };
  const { ratio, completion } = draft.way === 'price' ? byRatio(draft) : draft;
  return { ratio: readNumber(ratio), completion: readNumber(completion) };
}

type Problems = Partial<Record<keyof DraftPrice, string>>;

export function problemsOf(draft: DraftPrice, taken: (name: string) => boolean, t: TFunction): Problems {
  const name = draft.name.trim();
  const problems: Problems = {};
  if (!name) problems.name = t('settings.ratio.editor.needName');
  else if (taken(name)) problems.name = t('settings.ratio.editor.exists');
  for (const key of shownFields(draft))
    if (Number.isNaN(readNumber(draft[key]))) problems[key] = t('settings.ratio.editor.number');
  if (draft.mode === 'call') {
    if (!draft.fixed.trim()) problems.fixed = t('settings.ratio.editor.needPrice');
  } else if (draft.way === 'ratio') {
    if (!draft.ratio.trim()) problems.ratio = t('settings.ratio.editor.needRatio');
  } else if (!readNumber(draft.input)) problems.input = t('settings.ratio.editor.zeroInput');
  return problems;
}

function shownFields({ mode, way }: DraftPrice) {
  if (mode === 'call') return ['fixed'] as const;
  return way === 'ratio' ? (['ratio', 'completion'] as const) : (['input', 'output'] as const);
}

function shown(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '' : showNumber(Number(value.toPrecision(12)));
}
