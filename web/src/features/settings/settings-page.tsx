import { type Tab, tabs as tabNames, tabTitles } from '#contract/options/declaration';
import { Badge, Group, ScrollArea, Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { PageSkeleton } from '../../layout/page-skeleton';
import { messageOf } from '../../lib/interaction/use-action';
import { useLocalized } from '../../text/localized';
import { LoadFailed } from '../../ui/feedback/empty-state';
import { PageHeader } from '../../ui/page/page-header';
import { ChangeHistoryButton } from './change-history-button';
import { UnsavedGuard, useUnsavedTotal } from './form/unsaved';
import { OperationTab } from './operation/operation-tab';
import { OtherTab } from './other/other-tab';
import { priceViewOf, pricesPath } from './ratio/price-editors';
import { SaveConfirmation } from './save-confirmation';
import { SettingCards } from './setting-cards';
import { SettingSearch } from './setting-search';
import { SystemTab } from './system/system-tab';
import { useFoundField } from './use-found-field';
import { useOptions } from './use-options';

const CONTENT: Record<Tab, () => ReactNode> = {
  operation: () => <OperationTab />,
  ratelimit: () => <SettingCards tab="ratelimit" />,
  models: () => <SettingCards tab="models" />,
  system: () => <SystemTab />,
  other: () => <OtherTab />,
};

export function SettingsPage() {
  const [search] = useSearchParams();
  // The price editors were a part of the first tab; saved links name them by these parameters.
  const view = priceViewOf(search.get('ratio'));
  if (view) return <Navigate to={pricesPath(view, search.get('model') ?? undefined)} replace />;
  return (
    <UnsavedGuard>
      <SaveConfirmation>
        <Settings />
      </SaveConfirmation>
    </UnsavedGuard>
  );
}

function Settings() {
  const { t } = useTranslation();
  const localized = useLocalized();
  const tab = useTab();
  const [, setSearch] = useSearchParams();
  const { isLoading, error, reload } = useOptions();
  const unsaved = useUnsavedTotal();
  const tabs = useRef<HTMLDivElement>(null);
  useFoundField(!isLoading);

  // On phones the last tabs are outside the visible area.
  useEffect(() => {
    tabs.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [tab]);

  return (
    <>
      <PageHeader title={t('settings.title')} lead={t('settings.lead')}>
        <Group gap="sm" wrap="nowrap" flex={{ base: 1, xs: 'none' }}>
          <SettingSearch />
          <ChangeHistoryButton />
        </Group>
      </PageHeader>
      <Tabs value={tab} onChange={(value) => value && setSearch({ tab: value })} keepMounted={false}>
        <ScrollArea type="never">
          <Tabs.List ref={tabs} style={{ flexWrap: 'nowrap' }}>
            {tabNames.map((name) => (
              <Tabs.Tab
                key={name}
                value={name}
                style={{ whiteSpace: 'nowrap' }}
                rightSection={
                  name === tab &&
                  unsaved > 0 && (
                    <Badge
                      size="sm"
                      circle
                      color="yellow"
                      aria-label={t('settings.form.unsaved', { count: unsaved })}
                    >
                      {unsaved}
                    </Badge>
                  )
                }
              >
                {localized(tabTitles[name])}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </ScrollArea>
        <Tabs.Panel value={tab}>
          {error ? (
            <LoadFailed message={messageOf(error)} onRetry={() => void reload()} />
          ) : isLoading ? (
            <PageSkeleton />
          ) : (
            CONTENT[tab]()
          )}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** The tab in the URL; without one, the first tab, which is then added to the URL. */
function useTab(): Tab {
  const [search, setSearch] = useSearchParams();
  const requested = search.get('tab');
  const tab = tabNames.find((name) => name === requested);
  useEffect(() => {
    if (!tab) setSearch({ tab: tabNames[0] }, { replace: true });
  }, [tab, setSearch]);
  return tab ?? tabNames[0];
}
