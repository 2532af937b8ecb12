import { type Tab, tabs as tabNames, tabTitles } from '#contract/options/declaration';
import { Group, ScrollArea, Tabs } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { PageSkeleton } from '../../layout/page-skeleton';
import { messageOf } from '../../lib/interaction/use-action';
import { useLocalized } from '../../text/localized';
import { LoadFailed } from '../../ui/feedback/empty-state';
import { PageHeader } from '../../ui/page/page-header';
import { ChangeHistoryButton } from './change-history-button';
import { ImportLink } from './import-link';
import { DraftsProvider, useDrafts } from './form/drafts';
import { UnsavedGuard } from './form/unsaved';
import { priceViewOf, pricesPath } from './ratio/price-editors';
import { SaveBar } from './save-bar';
import { SaveConfirmation } from './save-confirmation';
import { SettingSearch } from './setting-search';
import { SettingSubject } from './setting-subject';
import classes from './settings.module.css';
import { SubjectIndex, UnsavedBadge } from './subject-index';
import { subjectAt, subjectsOf } from './subjects';
import { useFoundField } from './use-found-field';
import { useOptions } from './use-options';

export function SettingsPage() {
  const [search] = useSearchParams();
  // The price editors were a part of the first tab; saved links name them by these parameters.
  const view = priceViewOf(search.get('ratio'));
  if (view) return <Navigate to={pricesPath(view, search.get('model') ?? undefined)} replace />;
  return (
    <UnsavedGuard>
      <SaveConfirmation>
        <DraftsProvider>
          <Settings />
        </DraftsProvider>
      </SaveConfirmation>
    </UnsavedGuard>
  );
}

function Settings() {
  const { t } = useTranslation();
  const localized = useLocalized();
  const tab = useTab();
  const [search, setSearch] = useSearchParams();
  const ratio = search.get('ratio');
  const { isLoading, error, reload } = useOptions();
  const { changed } = useDrafts();
  const { hash } = useLocation();
  // Links to the tables of prices name them by a parameter.
  const subject = subjectAt(tab, hash || (ratio === null ? '' : '#ratio'));
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
        <Group gap="sm" flex={{ base: 1, xs: 'none' }}>
          <SettingSearch />
          <ChangeHistoryButton />
          <ImportLink />
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
                  <UnsavedBadge
                    count={changed
                      .filter(({ card }) => card.tab === name)
                      .reduce((sum, { fields }) => sum + fields.length, 0)}
                  />
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
            <div className={classes.page} data-single={subjectsOf(tab).length === 1 || undefined}>
              <SubjectIndex tab={tab} shown={subject} />
              <SettingSubject key={subject.id} subject={subject} />
            </div>
          )}
        </Tabs.Panel>
      </Tabs>
      <SaveBar />
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
