import type { TaskFactorResponse, TaskPriceResponse } from '#contract/resources/tasks/task-price';
import { Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatPrice, trimNumber } from '../../lib/format/format';

/** A factor of 1.6666666666666667 is shown as 1.67. */
const RATIO_DIGITS = 2;
/** Small factors such as 0.357143 keep more digits. */
const SMALL_RATIO_DIGITS = 3;

/** The price of a task in a group, such as `$0.05 / second`; undefined if there is none. */
export function taskPriceText(
  { usd, unit }: TaskPriceResponse,
  groupRatio: number,
  t: TFunction,
): string | undefined {
  return usd === null ? undefined : t(`taskPrices.per.${unit}`, { price: formatPrice(usd * groupRatio) });
}

/** The shown name of an option's value. */
export function valueText(name: TaskFactorResponse['name'], value: string, t: TFunction): string {
  return name === 'audio' && (value === 'on' || value === 'off') ? t(`taskPrices.${value}`) : value;
}

export function ratioText(ratio: number): string {
  return `×${trimNumber(ratio, ratio < 1 ? SMALL_RATIO_DIGITS : RATIO_DIGITS)}`;
}

interface TaskTermsProps {
  task: TaskPriceResponse;
  groupRatio: number;
}

/** What the price of a task depends on, with an example. */
export function TaskTerms({ task, groupRatio }: TaskTermsProps) {
  const { t } = useTranslation();
  const lines = [
    ...task.factors.map((factor) => factorText(factor, t)),
    ...task.modes.map(({ mode, usd }) =>
      t('taskPrices.modePrice', { mode, price: formatPrice(usd * groupRatio) }),
    ),
    secondsText(task, t),
    exampleText(task, groupRatio, t),
  ].filter((line) => line !== '');
  if (lines.length === 0) return null;
  return (
    <Text component="div" size="xs" c="dimmed" style={{ lineHeight: 1.5, overflowWrap: 'anywhere' }}>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Text>
  );
}

function factorText({ name, options, is_open: isOpen }: TaskFactorResponse, t: TFunction): string {
  if (options.every(({ ratio }) => ratio === 1)) return '';
  const values = options.map(({ value, ratio }) => {
    const shown = valueText(name, value, t);
    return ratio === 1 ? shown : `${shown} ${ratioText(ratio)}`;
  });
  if (isOpen) values.push(t('taskPrices.anyOther'));
  return t('taskPrices.factorOf', {
    name: t(`taskPrices.factor.${name}`),
    values: values.join(t('taskPrices.separator')),
  });
}

function secondsText({ seconds, unit, tokens_per_second: tokens }: TaskPriceResponse, t: TFunction): string {
  if (!seconds || unit === 'call') return '';
  const { min, max, values } = seconds;
  const range = values ? values.join(' / ') : `${min}–${max}`;
  const text = t('taskPrices.seconds', { range });
  if (unit !== 'token' || tokens === null) return text;
  return text + t('taskPrices.separator') + t('taskPrices.tokens', { n: formatNumber(tokens) });
}

function exampleText({ example, unit }: TaskPriceResponse, groupRatio: number, t: TFunction): string {
  if (!example || unit === 'call') return '';
  const { tokens, usd } = example;
  const seconds = example.seconds ?? 1;
  const cost = formatPrice(usd * groupRatio);
  if (tokens === null) return t('taskPrices.exampleSeconds', { seconds, cost });
  return t('taskPrices.exampleTokens', { seconds, tokens: formatNumber(tokens), cost });
}
