import type { PriceResponse } from '#contract/resources/price';
import type { TaskFactorResponse, TaskPriceResponse } from '#contract/resources/tasks/task-price';
import { CALL_PRICE, VIDEO_PRICE } from '#contract/task-terms';
import { readNumber, showNumber } from './prices';

/** Modes of drawings. */
export const MODES = ['relax', 'fast', 'turbo'] as const;
export type Mode = (typeof MODES)[number];

/** A model whose price is edited. */
export interface TaskRow extends PriceResponse {
  id: number;
  name: string;
  task: TaskPriceResponse;
}

/** Form values of a task's price; numbers are texts. */
export interface TaskDraft {
  unit: 'call' | 'second';
  usd: string;
  factors: DraftFactor[];
  modes: Record<Mode, string>;
}

export interface DraftFactor {
  name: TaskFactorResponse['name'];
  isOpen: boolean;
  values: DraftValue[];
}

export interface DraftValue {
  value: string;
  ratio: string;
  /** The provider's ratio; undefined for values that operators added. */
  builtIn: number | undefined;
}

/** Changes of ModelPrice; null removes an entry. */
export type PriceChanges = Readonly<Record<string, number | null>>;

/** Digits of prices and ratios that are computed. */
const DIGITS = 10;
const SHOWN_DIGITS = 6;

export function toDraft({ task }: TaskRow): TaskDraft {
  const mode = (name: Mode) => showNumber(task.modes.find(({ mode: each }) => each === name)?.usd);
  return {
    unit: task.family === 'video' && task.unit !== 'call' ? 'second' : 'call',
    usd: task.unit === 'token' ? '' : showNumber(task.usd ?? undefined),
    // Several results cost a multiple, whatever the model.
    factors: task.factors
      .filter(({ name }) => name !== 'samples')
      .map(({ name, options, is_open }) => ({
        name,
        isOpen: is_open,
        values: options.map(({ value, ratio, default_ratio }) => ({
          value,
          ratio: showNumber(Number(ratio.toFixed(SHOWN_DIGITS))),
          builtIn: default_ratio ?? undefined,
        })),
      })),
    modes: { relax: mode('relax'), fast: mode('fast'), turbo: mode('turbo') },
  };
}

/** The entries of ModelPrice that a draft means. */
export function draftChanges(
  row: TaskRow,
  draft: TaskDraft,
  table: Readonly<Record<string, unknown>>,
): PriceChanges {
  const { name, task } = row;
  const usd = readNumber(draft.usd) ?? 0;
  const base = task.family === 'video' && draft.unit === 'call' ? name + CALL_PRICE : secondName(row);
  const stale = draft.unit === 'second' ? pricesOf(name + CALL_PRICE, table) : [];
  const changes: Record<string, number | null> = {};
  for (const key of [...stale, ...optionPrices(base, table)]) changes[key] = null;
  changes[base] = usd;
  if (usd > 0)
    for (const { name: option, values } of draft.factors)
      for (const { value, ratio, builtIn } of values) {
        const number = ratioOf({ value, ratio, builtIn });
        if (number !== builtIn) changes[`${base}/${option}/${value}`] = rounded(usd * number);
      }
  if (task.family === 'drawing')
    for (const mode of MODES) {
      const key = modeName(name, mode);
      if (key !== undefined) changes[key] = readNumber(draft.modes[mode]) ?? null;
    }
  return changes;
}

/** The ratio that a value means: the built-in one with all its digits, unless it was changed. */
export function ratioOf({ ratio, builtIn }: DraftValue): number {
  const number = readNumber(ratio) ?? 1;
  return builtIn !== undefined && Number(builtIn.toFixed(SHOWN_DIGITS)) === number ? builtIn : number;
}

/** The entries of ModelPrice that restore the built-in price. */
export function resetChanges(row: TaskRow, table: Readonly<Record<string, unknown>>): PriceChanges {
  const { name, task } = row;
  const keys = [
    ...pricesOf(name + CALL_PRICE, table),
    ...pricesOf(name + VIDEO_PRICE, table),
    ...optionPrices(name, table),
    ...MODES.flatMap((mode) => modeName(name, mode) ?? []),
  ];
  return {
    ...Object.fromEntries(keys.map((key) => [key, null])),
    // Without a built-in price, tokens are charged.
    ...(task.built_in
      ? { [task.built_in.name]: task.built_in.usd }
      : task.family === 'video' && { [name]: null }),
  };
}

/** Whether a reset leads to a price: a built-in one, or that of reported tokens. */
export function canReset({ built_in, tokens_per_second }: TaskPriceResponse): boolean {
  return built_in !== null || tokens_per_second !== null;
}

/** Whether operators changed the price, an option or a mode. */
export function isCustom({ task }: TaskRow): boolean {
  const { built_in, usd, unit, price_name, factors, modes } = task;
  const changed = factors.some(({ options }) =>
    options.some(({ ratio, default_ratio }) => ratio !== default_ratio),
  );
  const isBuiltIn = unit === 'token' || (built_in?.name === price_name && built_in.usd === usd);
  return (usd !== null && !isBuiltIn) || changed || modes.length > 0;
}

export function applyChanges(
  table: Readonly<Record<string, unknown>>,
  changes: PriceChanges,
): Record<string, unknown> {
  const after = { ...table };
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) delete after[key];
    else after[key] = value;
  }
  return after;
}

/** The name of the price per second, or of other tasks per call. */
function secondName({ name, task }: TaskRow): string {
  if (task.family !== 'video' || task.unit === 'second') return task.price_name;
  return task.built_in?.name ?? name + VIDEO_PRICE;
}

function modeName(model: string, mode: Mode): string | undefined {
  return model.startsWith('mj_') ? `mj_${mode}_${model.slice('mj_'.length)}` : undefined;
}

/** A price and those of its options. */
function pricesOf(name: string, table: Readonly<Record<string, unknown>>): string[] {
  return Object.hasOwn(table, name) ? [name, ...optionPrices(name, table)] : optionPrices(name, table);
}

function optionPrices(name: string, table: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(table).filter(
    (key) => /^\/(?:size|mode|audio|tier)\//.test(key.slice(name.length)) && key.startsWith(name),
  );
}

function rounded(usd: number): number {
  return Number(usd.toPrecision(DIGITS));
}
