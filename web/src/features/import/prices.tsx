import { type ImportReport, TYPICAL_IMPORT_REQUEST } from '#contract/resources/import';
import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatExact } from '../../lib/format/format';
import { Quota } from '../../ui/badge/quota';
import { ReportTable } from './report-table';

type PriceReport = NonNullable<ImportReport['prices']>;

/** Models whose price changes, by what a typical request costs. */
export function Prices({ prices: { models, changed } }: { prices: PriceReport }) {
  const { t } = useTranslation();
  if (changed.length === 0)
    return (
      <div>
        <Title order={3} size="h5">
          {t('importing.prices')}
        </Title>
        <Text size="sm">{t('importing.noPrices', { models: formatExact(models) })}</Text>
      </div>
    );
  const { input, cached, output } = TYPICAL_IMPORT_REQUEST;
  return (
    <Stack gap={4}>
      <ReportTable
        title={t('importing.prices')}
        head={[t('importing.model'), t('importing.before'), t('importing.after')]}
        rows={changed.map(({ model, before, now }) => [
          model,
          <Price key="before" price={before} />,
          <Price key="now" price={now} />,
        ])}
      />
      <Text size="xs" c="dimmed">
        {t('importing.priceLead', { input, cached, output, models, changed: changed.length })}
      </Text>
    </Stack>
  );
}

function Price({ price }: { price: PriceReport['changed'][number]['now'] }) {
  const { t } = useTranslation();
  return price ? <Quota value={price.quota} digits={6} /> : <>{t('importing.none')}</>;
}
