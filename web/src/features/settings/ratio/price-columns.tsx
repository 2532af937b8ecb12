import { Badge, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMemo } from 'react';
import useSWR from 'swr';
import type { PriceResponse } from '#contract/resources/price';
import { formatPrice } from '../../../lib/format/format';
import type { Column } from '../../../ui/table/columns';
import { LastChange } from './history/last-change';
import { useLatestPriceChanges } from './history/use-price-history';
import { NumberCell } from './number-cell';
import { type Price, PRICE_OF_RATIO } from './prices';
import type { PriceRow } from './use-price-edits';
import { get } from '../../../lib/api/api';

/** Columns for name, fixed price and ratios, each editable in its cell; ratios also show the price per 1M tokens. */
export function usePriceColumns(onChange: (name: string, price: Price) => void): Column<PriceRow>[] {
  const { t } = useTranslation();
  const publicRatios = usePublicRatios();
  const lastChangeOf = useLatestPriceChanges();
  const perMillion = (ratio: number | undefined) =>
    ratio === undefined
      ? undefined
      : t('settings.ratio.editor.perMillion', { price: formatPrice(ratio * PRICE_OF_RATIO) });

  const placeholderOf = (name: string) => {
    const listed = publicRatios.get(name);
    return listed === undefined
      ? t('settings.ratio.editor.completionPlaceholder')
      : t('settings.ratio.editor.publicList', { n: String(listed) });
  };

  return [
    {
      key: 'name',
      title: t('settings.ratio.editor.name'),
      card: 'title',
      render: ({ name, edited }) => (
        <>
          <Group gap="xs">
            <Text span size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            {edited && <Badge color="yellow">{t('settings.ratio.editor.changed')}</Badge>}
          </Group>
          <LastChange model={name} change={lastChangeOf(name)} />
        </>
      ),
    },
    {
      key: 'price',
      title: `${t('settings.ratio.editor.price')} (${t('settings.ratio.editor.perCall')})`,
      width: 170,
      render: ({ name, price, ratio, completion }) => (
        <NumberCell
          label={t('settings.ratio.editor.priceOf', { name })}
          placeholder={t('settings.ratio.editor.pricePlaceholder')}
          value={price}
          onChange={(value) => onChange(name, { price: value, ratio, completion })}
        />
      ),
    },
    {
      key: 'ratio',
      title: t('settings.ratio.editor.ratio'),
      width: 170,
      render: ({ name, price, ratio, completion }) => (
        <NumberCell
          label={t('settings.ratio.editor.ratioOf', { name })}
          disabled={price !== undefined}
          value={ratio}
          meaning={price === undefined ? perMillion(ratio) : undefined}
          onChange={(value) => onChange(name, { price, ratio: value, completion })}
        />
      ),
    },
    {
      key: 'completion',
      title: t('settings.ratio.editor.completion'),
      width: 170,
      render: ({ name, price, ratio, completion }) => (
        <NumberCell
          label={t('settings.ratio.editor.completionOf', { name })}
          placeholder={placeholderOf(name)}
          disabled={price !== undefined}
          value={completion}
          meaning={
            price === undefined && ratio !== undefined && completion !== undefined
              ? perMillion(ratio * completion)
              : undefined
          }
          onChange={(value) => onChange(name, { price, ratio, completion: value })}
        />
      ),
    },
  ];
}

/** Completion ratios of the public price list by model, where none is set. Empty until they are loaded. */
function usePublicRatios(): ReadonlyMap<string, number> {
  const { data } = useSWR('/api/pricing', (path: string) => get<PriceResponse[]>(path));
  return useMemo(
    () =>
      new Map(
        data
          ?.filter(({ public_list: listed }) => listed.includes('completion_ratio'))
          .map(({ model_name: name, completion_ratio: ratio }) => [name, ratio]),
      ),
    [data],
  );
}
