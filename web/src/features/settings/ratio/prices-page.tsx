import { ratioSection } from '#contract/options/cards/prices';
import { Button, Group, ScrollArea, Tabs } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { PageSkeleton } from '../../../layout/page-skeleton';
import { messageOf } from '../../../lib/interaction/use-action';
import { useLocalized } from '../../../text/localized';
import { LoadFailed } from '../../../ui/feedback/empty-state';
import { PageHeader } from '../../../ui/page/page-header';
import { UnsavedGuard } from '../form/unsaved';
import { SaveConfirmation } from '../save-confirmation';
import { useOptions } from '../use-options';
import { PublicComparison } from './comparison/public-comparison';
import { PriceHistoryButton } from './history/price-history-button';
import { PRICE_VIEWS, priceViewOf } from './price-editors';
import { TaskPrices } from './task-prices';
import { UnsetModels } from './unset-models';
import { VisualRatios } from './visual-ratios';

const EDITORS = { visual: VisualRatios, public: PublicComparison, unset: UnsetModels, tasks: TaskPrices };

/** What models and tasks cost, in editable tables. */
export function PricesPage() {
  return (
    <UnsavedGuard>
      <SaveConfirmation>
        <Prices />
      </SaveConfirmation>
    </UnsavedGuard>
  );
}

function Prices() {
  const { t } = useTranslation();
  const localized = useLocalized();
  const [search, setSearch] = useSearchParams();
  const { isLoading, error, reload } = useOptions();
  const view = priceViewOf(search.get('view')) ?? PRICE_VIEWS[0];
  const Editor = EDITORS[view];
  return (
    <>
      <PageHeader title={t('settings.ratio.page.title')} lead={localized(ratioSection.lead)}>
        <Group gap="sm" wrap="nowrap">
          <Button
            component={Link}
            to="/setting?tab=operation&ratio=json#ratio"
            variant="default"
            leftSection={<IconSettings size={16} stroke={1.75} />}
          >
            {t('settings.ratio.page.tables')}
          </Button>
          <PriceHistoryButton />
        </Group>
      </PageHeader>
      <Tabs
        value={view}
        keepMounted={false}
        onChange={(chosen) => chosen && setSearch({ view: chosen }, { replace: true })}
      >
        <ScrollArea type="never">
          <Tabs.List mb="md" style={{ flexWrap: 'nowrap' }}>
            {PRICE_VIEWS.map((name) => (
              <Tabs.Tab key={name} value={name} style={{ whiteSpace: 'nowrap' }}>
                {t(`settings.ratio.tab.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </ScrollArea>
        <Tabs.Panel value={view}>
          {error ? (
            <LoadFailed message={messageOf(error)} onRetry={() => void reload()} />
          ) : isLoading ? (
            <PageSkeleton />
          ) : (
            <Editor />
          )}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
