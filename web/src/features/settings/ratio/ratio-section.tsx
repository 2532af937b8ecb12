import { moreRatiosCard, ratiosCard } from '#contract/options/cards/prices';
import { Paper, ScrollArea, Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { OptionForm } from '../form/option-form';
import { SettingSection } from '../form/setting-section';
import { ResetRatios } from './reset-ratios';
import { TaskPrices } from './task-prices';
import { UnsetModels } from './unset-models';
import { VisualRatios } from './visual-ratios';

const WAYS = ['json', 'visual', 'tasks', 'unset', 'more'] as const;

/** Model prices and the editors for them. */
export function RatioSection() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const way = WAYS.find((name) => name === search.get('ratio')) ?? WAYS[0];

  return (
    <SettingSection id="ratio" title={t('settings.ratio.title')} lead={t('settings.ratio.lead')} wide>
      <Tabs
        value={way}
        keepMounted={false}
        variant="pills"
        onChange={(ratio) =>
          ratio && setSearch({ tab: 'operation', ratio }, { preventScrollReset: true, replace: true })
        }
      >
        <ScrollArea type="never">
          <Tabs.List mb="md" style={{ flexWrap: 'nowrap' }}>
            {WAYS.map((name) => (
              <Tabs.Tab key={name} value={name} style={{ whiteSpace: 'nowrap' }}>
                {t(`settings.ratio.tab.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </ScrollArea>
        <Tabs.Panel value="json">
          <Paper withBorder p="lg">
            <OptionForm card={ratiosCard} actions={<ResetRatios />} />
          </Paper>
        </Tabs.Panel>
        <Tabs.Panel value="visual">
          <VisualRatios />
        </Tabs.Panel>
        <Tabs.Panel value="tasks">
          <TaskPrices />
        </Tabs.Panel>
        <Tabs.Panel value="unset">
          <UnsetModels />
        </Tabs.Panel>
        <Tabs.Panel value="more">
          <Paper withBorder p="lg">
            <OptionForm card={moreRatiosCard} />
          </Paper>
        </Tabs.Panel>
      </Tabs>
    </SettingSection>
  );
}
