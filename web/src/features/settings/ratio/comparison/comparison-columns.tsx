import type { OwnAmounts } from '#contract/resources/price-comparison';
import { Badge, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatPrice, formatShare } from '../../../../lib/format/format';
import { hint } from '../../../../ui/feedback/hint';
import type { Column } from '../../../../ui/table/columns';
import type { ComparedRow } from './compared-rows';

type AmountName = Exclude<keyof OwnAmounts, 'has_tiers'>;
const AMOUNTS: readonly AmountName[] = ['input', 'output', 'cache_read', 'cache_write', 'call'];

/** The amounts here, with those of the list below them, and how much they differ. */
export function useComparisonColumns(): Column<ComparedRow>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'name',
      title: t('settings.ratio.editor.name'),
      card: 'title',
      render: (row) => <ModelCell row={row} />,
    },
    ...AMOUNTS.map((name): Column<ComparedRow> => ({
      key: name,
      title: t(`settings.ratio.comparison.amount.${name}`),
      width: 130,
      align: 'right',
      render: (row) => <AmountCell row={row} name={name} />,
    })),
    {
      key: 'difference',
      title: t('settings.ratio.comparison.difference'),
      width: 120,
      align: 'right',
      render: (row) => <DifferenceCell row={row} />,
    },
  ];
}

function ModelCell({ row: { model, own, public: listed } }: { row: ComparedRow }) {
  const { t } = useTranslation();
  const steps = listed?.tiers.map((tier) =>
    t('settings.ratio.comparison.step', {
      tokens: formatNumber(tier.above_tokens),
      price: [tier.input, tier.output]
        .map((price) => (price === null ? '–' : formatPrice(price)))
        .join(' / '),
    }),
  );
  return (
    <div style={{ minWidth: 180 }}>
      <Text span size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {model}
      </Text>
      {listed && listed.listed_as.split('/').slice(1).join('/') !== model && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t('settings.ratio.comparison.listedAs', { name: listed.listed_as })}
        </Text>
      )}
      <Group gap={4} mt={2}>
        {steps && steps.length > 0 && (
          <Badge color="blue" {...hint(steps.join('\n'), { focus: true, touch: true })} tabIndex={0}>
            {t('settings.ratio.comparison.steps')}
          </Badge>
        )}
        {listed?.by_time && <Badge color="yellow">{t('settings.ratio.comparison.byTime')}</Badge>}
        {own?.has_tiers && <Badge color="gray">{t('settings.ratio.comparison.ownSteps')}</Badge>}
      </Group>
    </div>
  );
}

function AmountCell({ row: { own, public: listed }, name }: { row: ComparedRow; name: AmountName }) {
  const { t } = useTranslation();
  const [here, there] = [own?.[name] ?? null, listed?.[name] ?? null];
  if (here === null && there === null) return '–';
  return (
    <>
      <div>{here === null ? '–' : formatPrice(here)}</div>
      <Text size="xs" c="dimmed">
        {t('settings.ratio.comparison.inList', { price: there === null ? '–' : formatPrice(there) })}
      </Text>
    </>
  );
}

export function DifferenceCell({ row: { state, difference } }: { row: ComparedRow }) {
  const { t } = useTranslation();
  if (state !== 'differs')
    return (
      <Text span size="sm" c="dimmed">
        {t(`settings.ratio.comparison.state.${state}`)}
      </Text>
    );
  if (difference === null) return t('settings.ratio.comparison.otherUnit');
  return `${difference > 0 ? '+' : ''}${formatShare(difference)}`;
}
