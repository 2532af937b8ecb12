import { QuotaType } from '#contract/enums';
import { CloseButton, Group, NumberInput, SimpleGrid, Table, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPrice, trimNumber } from '../../lib/format/format';
import { useIsPhone } from '../../lib/browser/use-is-phone';
import { Modal } from '../../ui/dialog/modal';
import { StatusBadge } from '../../ui/badge/status-badge';
import { taskPriceText } from '../../ui/badge/task-terms';
import { costOf, dollarsOf, isOnlyTask, type ShownPrices, type Workload } from './prices';
import classes from './pricing.module.css';
import type { Price } from './pricing.types';
import type { Pricing } from './use-pricing';

const USUAL: Workload = { prompt: 1000, cached: 0, completion: 500, calls: 1000 };

/** Compares up to four models and estimates the cost of a workload with each. */
export function CompareDialog({ pricing }: { pricing: Pricing }) {
  const { t } = useTranslation();
  const phone = useIsPhone();
  const [work, setWork] = useState(USUAL);
  const { compared, group, ratioOf } = pricing;
  return (
    <Modal
      opened
      onClose={() => pricing.compare([])}
      title={t('pricing.compareTitle')}
      size="xl"
      fullScreen={phone}
    >
      <Text size="sm" c="dimmed" mb="md">
        {t('pricing.compareHint', { group, ratio: ratioOf(group) })}
      </Text>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm" mb="md">
        {(['prompt', 'cached', 'completion', 'calls'] as const).map((part) => (
          <NumberInput
            key={part}
            label={t(`pricing.work.${part}`)}
            min={0}
            allowDecimal={false}
            thousandSeparator=","
            value={work[part]}
            onChange={(value) => setWork({ ...work, [part]: Number(value) })}
          />
        ))}
      </SimpleGrid>
      <Table.ScrollContainer
        minWidth={phone ? 76 + compared.length * 100 : 112 + compared.length * 116}
        type="native"
      >
        <Table verticalSpacing="sm" layout="fixed" className={classes.compare}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('pricing.model')}</Table.Th>
              {compared.map((price) => (
                <Table.Th key={price.id} scope="col">
                  <Group gap={4} wrap="nowrap" align="flex-start" justify="space-between">
                    <Text span size="sm" fw={600} ff="monospace" style={{ overflowWrap: 'anywhere' }}>
                      {price.model_name}
                    </Text>
                    <CloseButton
                      size="sm"
                      aria-label={t('pricing.compareLess', { model: price.model_name })}
                      onClick={() => pricing.compare(compared.filter(({ id }) => id !== price.id))}
                    />
                  </Group>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <Facts pricing={pricing} />
            <Costs pricing={pricing} work={work} />
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Modal>
  );
}

function Facts({ pricing }: { pricing: Pricing }) {
  const { t } = useTranslation();
  const { compared, group, groups, ratioOf, unit } = pricing;
  const dollars = (price: Price) => dollarsOf(price, ratioOf(group), unit);
  const perTokens = (price: Price, part: keyof ShownPrices) => {
    const each = dollars(price);
    const amount = 'call' in each ? undefined : each[part];
    return amount === undefined ? '–' : formatPrice(amount);
  };
  const perCall = (price: Price) => {
    if (isOnlyTask(price)) return '–';
    const each = dollars(price);
    return 'call' in each ? formatPrice(each.call) : '–';
  };
  const facts: [label: string, fact: (price: Price) => ReactNode][] = [
    [t('pricing.vendor'), ({ vendor }) => vendor || '–'],
    [
      t('pricing.type'),
      ({ quota_type, task }) =>
        task?.unit === 'second'
          ? t('taskPrices.unit.second')
          : t(quota_type === QuotaType.byCall ? 'pricing.perCall' : 'pricing.perToken'),
    ],
    [t('pricing.promptPrice', { unit }), (price) => perTokens(price, 'prompt')],
    [t('pricing.completionPrice', { unit }), (price) => perTokens(price, 'completion')],
    [t('pricing.cacheReadPrice', { unit }), (price) => perTokens(price, 'cacheRead')],
    [t('pricing.cacheWritePrice', { unit }), (price) => perTokens(price, 'cacheWrite')],
    [t('pricing.callPrice'), perCall],
    [t('pricing.taskPrice'), (price) => (price.task && taskPriceText(price.task, ratioOf(group), t)) ?? '–'],
    [
      t('pricing.ratio'),
      (price) =>
        price.quota_type === QuotaType.byUsage
          ? `${trimNumber(price.model_ratio)} / ${trimNumber(price.completion_ratio)}`
          : '–',
    ],
    [
      t('pricing.groups'),
      ({ enable_groups }) => enable_groups.filter((name) => groups.includes(name)).join(', ') || '–',
    ],
  ];
  const shown = facts.filter(([, fact]) => compared.some((price) => fact(price) !== '–'));
  return shown.map(([label, fact]) => (
    <Table.Tr key={label}>
      <Table.Th scope="row">{label}</Table.Th>
      {compared.map((price) => (
        <Table.Td key={price.id}>{fact(price)}</Table.Td>
      ))}
    </Table.Tr>
  ));
}

function Costs({ pricing, work }: { pricing: Pricing; work: Workload }) {
  const { t } = useTranslation();
  const { compared, group, ratioOf } = pricing;
  const costs = compared.map((price) => costOf(price, ratioOf(group), work));
  const least = Math.min(...costs);
  const differ = costs.some((cost) => cost > least);
  return (
    <Table.Tr>
      <Table.Th scope="row">{t('pricing.cost')}</Table.Th>
      {compared.map((price, index) => (
        <Table.Td key={price.id} aria-live="polite">
          <Group gap={6}>
            <Text span fw={600}>
              {formatPrice(costs[index] ?? 0)}
            </Text>
            {differ && costs[index] === least && (
              <StatusBadge color="green">{t('pricing.cheapest')}</StatusBadge>
            )}
          </Group>
        </Table.Td>
      ))}
    </Table.Tr>
  );
}
