import type { Price } from '../../billing/prices/price.js';
import { storedText, type StoredTextCode } from '../../contract/stored-texts/catalogue.js';
import type { StoredText } from '../../contract/stored-texts/stored-text.js';
import type { TaskUnits } from '../../dialects/task-apis/task.js';

type FactorCode = Extract<StoredTextCode, `task_factor_${string}`>;

/** Factors with a name in log rows. */
const FACTORS: Readonly<Record<string, Exclude<FactorCode, 'task_factor_other'>>> = {
  seconds: 'task_factor_seconds',
  size: 'task_factor_size',
  mode: 'task_factor_mode',
  audio: 'task_factor_audio',
  samples: 'task_factor_samples',
  tier: 'task_factor_tier',
  images: 'task_factor_images',
};

/** The text of the log row of an accepted task. @param id of the task; shown for drawings, whose clients refer to it */
export function chargeText(
  price: Price,
  { ratios, tokens }: TaskUnits,
  action: string,
  id: string,
): StoredText {
  let text = priceText(price);
  if (tokens !== undefined && price.modelPrice === -1)
    text = storedText('task_tokens_estimated', { text, tokens });
  else for (const [name, ratio] of Object.entries(ratios)) text = withFactor(text, name, ratio);
  text = storedText('task_action', { text, action });
  return id === '' ? text : storedText('task_id', { text, id });
}

function priceText({ modelPrice, modelRatio, completionRatio, groupRatio }: Price): StoredText {
  const group = two(groupRatio);
  return modelPrice === -1
    ? storedText('price_per_token', { model: two(modelRatio), completion: two(completionRatio), group })
    : storedText('task_price_per_call', { price: two(modelPrice), group });
}

function withFactor(text: StoredText, name: string, factor: number): StoredText {
  const ratio = Number(factor.toFixed(4));
  const code = FACTORS[name];
  return code ? storedText(code, { text, ratio }) : storedText('task_factor_other', { text, name, ratio });
}

function two(number: number): string {
  return number.toFixed(2);
}
