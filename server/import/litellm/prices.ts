import { builtInPrices } from '../../billing/prices/prices.service.js';
import type { ModelPrice } from '../price-report.js';
import type { Note } from '../rules.js';
import type { SourceRow } from '../sources/source.js';
import type { Deployment } from './config-file.js';

/** USD per token at which a ratio is 1. */
const USD_PER_TOKEN = 2 / 1_000_000;
/** Digits beyond these are those of divisions. */
const DIGITS = 12;
const READ: ReadonlySet<string> = new Set([
  'input_cost_per_token',
  'output_cost_per_token',
  'cache_read_input_token_cost',
]);

/** Prices that deployments set themselves, by the model that clients ask for. */
export interface DeploymentPrices {
  readonly prices: ReadonlyMap<string, ModelPrice>;
  readonly notes: readonly Note[];
}

export function deploymentPrices(deployments: readonly Deployment[]): DeploymentPrices {
  const prices = new Map<string, ModelPrice>();
  const notes: Note[] = [];
  for (const { name, params, info } of deployments) {
    const all = { ...info, ...params };
    const note = (code: Note['code'], detail: string) =>
      notes.push({ table: 'model_list', id: name, code, detail });
    const others = Object.keys(all).filter(
      (key) => /_cost|cost_per/.test(key) && !READ.has(key) && typeof all[key] === 'number',
    );
    if (others.length > 0) note('price_other', others.join(', '));
    const input = cost(all.input_cost_per_token);
    const output = cost(all.output_cost_per_token);
    if (input === undefined && output === undefined) continue;
    if (!input && output) {
      note('price_other', 'output_cost_per_token without input_cost_per_token');
      continue;
    }
    const cached = cost(all.cache_read_input_token_cost);
    const price: ModelPrice = {
      model: exact((input ?? 0) / USD_PER_TOKEN),
      completion: input ? exact((output ?? 0) / input) : 1,
      cache: input && cached !== undefined ? exact(cached / input) : 1,
    };
    const before = prices.get(name);
    if (!before) prices.set(name, price);
    else if (JSON.stringify(before) !== JSON.stringify(price)) note('prices_differ', '');
  }
  return { prices, notes };
}

/** Options by which models cost what LiteLLM charges. */
export function priceOptions(prices: DeploymentPrices['prices']): SourceRow[] {
  if (prices.size === 0) return [];
  const part = (name: 'model' | 'completion' | 'cache') =>
    Object.fromEntries(
      [...prices].flatMap(([model, price]) => ('perCall' in price ? [] : [[model, price[name]]])),
    );
  const table = (key: 'ModelRatio' | 'CompletionRatio' | 'CacheRatio', added: object): SourceRow => ({
    key,
    value: JSON.stringify({ ...builtInPrices[key], ...added }),
  });
  return [
    table('ModelRatio', part('model')),
    table('CompletionRatio', part('completion')),
    table('CacheRatio', part('cache')),
  ];
}

function cost(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined;
}

function exact(ratio: number): number {
  return Number(ratio.toPrecision(DIGITS));
}
