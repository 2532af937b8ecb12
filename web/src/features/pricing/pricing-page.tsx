import { Alert, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCircleCheck, IconUserQuestion } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsMedium } from '../../lib/browser/use-is-phone';
import { DataTable } from '../../ui/table/data-table';
import { EmptyState } from '../../ui/feedback/empty-state';
import { PageHeader } from '../../ui/page/page-header';
import { priceBrief } from './price-brief';
import { usePriceColumns } from './price-columns';
import { PricingTools } from './pricing-tools';
import type { Price } from './pricing.types';
import classes from './pricing.module.css';
import { type Pricing, usePricing } from './use-pricing';
import { lazyDialog } from '../../ui/dialog/lazy-dialog';

const CompareDialog = lazyDialog(async () => (await import('./compare-dialog')).CompareDialog);

export function PricingPage() {
  const { t } = useTranslation();
  const pricing = usePricing();
  const { list } = pricing;
  const [selected, setSelected] = useState<Price[]>([]);
  return (
    <>
      <PageHeader title={t('pricing.title')} lead={t('pricing.lead')} />
      <Basis pricing={pricing} />
      <PricingTools pricing={pricing} selected={selected} />
      <DataTable
        name={t('pricing.title')}
        list={list}
        columns={usePriceColumns(pricing)}
        brief={(price) => priceBrief(price, pricing, t)}
        rowName={({ model_name }) => model_name}
        sort={pricing.sort}
        tight={useIsMedium()}
        selection={{ rows: selected, onChange: setSelected }}
        empty={<EmptyState title={t('pricing.emptyTitle')} hint={t('pricing.emptyHint')} />}
      />
      {pricing.compared.length > 0 && <CompareDialog pricing={pricing} />}
    </>
  );
}

/** The group and the formula of the prices, in one line where it fits. */
function Basis({ pricing: { user, ownGroup, ratioOf } }: { pricing: Pricing }) {
  const { t } = useTranslation();
  const fits = useMediaQuery('(min-width: 1300px)', true, { getInitialValueInEffect: false });
  const ratio = ratioOf(ownGroup);
  const Shape = user ? IconCircleCheck : IconUserQuestion;
  return (
    <Alert color={user ? 'green' : 'yellow'} mb="md" py={8} icon={<Shape size={18} stroke={1.75} />}>
      <div className={classes.banner}>
        <span>{user ? t('pricing.mine', { group: ownGroup, ratio }) : t('pricing.guest', { ratio })}</span>
        {fits ? (
          <Text span size="sm" c="dimmed">
            {t('pricing.formula')}
          </Text>
        ) : (
          <details>
            <summary>{t('pricing.formulaTitle')}</summary>
            {t('pricing.formula')}
          </details>
        )}
      </div>
    </Alert>
  );
}
