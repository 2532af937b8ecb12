import { Alert, Stack } from '@mantine/core';
import { IconCircleCheck, IconInfoCircle, IconUserQuestion } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/table/data-table';
import { EmptyState } from '../../ui/feedback/empty-state';
import { PageHeader } from '../../ui/page/page-header';
import { CompareDialog } from './compare-dialog';
import { priceBrief } from './price-brief';
import { usePriceColumns } from './price-columns';
import { PricingTools } from './pricing-tools';
import type { Price } from './pricing.types';
import { usePricing } from './use-pricing';

export function PricingPage() {
  const { t } = useTranslation();
  const pricing = usePricing();
  const { user, list, ownGroup, ratioOf } = pricing;
  const [selected, setSelected] = useState<Price[]>([]);
  const ratio = ratioOf(ownGroup);
  return (
    <>
      <PageHeader title={t('pricing.title')} lead={t('pricing.lead')} />
      <Stack gap="xs" mb="md">
        {user ? (
          <Alert color="green" py={8} icon={<IconCircleCheck size={18} stroke={1.75} />}>
            {t('pricing.mine', { group: ownGroup, ratio })}
          </Alert>
        ) : (
          <Alert color="yellow" py={8} icon={<IconUserQuestion size={18} stroke={1.75} />}>
            {t('pricing.guest', { ratio })}
          </Alert>
        )}
        <Alert color="blue" py={8} icon={<IconInfoCircle size={18} stroke={1.75} />}>
          {t('pricing.formula')}
        </Alert>
      </Stack>
      <PricingTools pricing={pricing} selected={selected} />
      <DataTable
        name={t('pricing.title')}
        list={list}
        columns={usePriceColumns(pricing)}
        brief={(price) => priceBrief(price, pricing, t)}
        rowName={({ model_name }) => model_name}
        sort={pricing.sort}
        selection={{ rows: selected, onChange: setSelected }}
        empty={<EmptyState title={t('pricing.emptyTitle')} hint={t('pricing.emptyHint')} />}
      />
      {pricing.compared.length > 0 && <CompareDialog pricing={pricing} />}
    </>
  );
}
