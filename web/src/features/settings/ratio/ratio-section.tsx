import { moreRatiosCard, ratiosCard } from '#contract/options/cards/prices';
import { Paper, ScrollArea, Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { OptionForm } from '../form/option-form';
import { SettingSection } from '../form/setting-section';
import { priceViewOf, pricesPath } from './price-editors';
import { ResetRatios } from './reset-ratios';

const WAYS = ['json', 'visual', 'tasks', 'unset', 'more'] as const;

/** Model prices as JSON tables. The other tabs lead to the price page, whose editors are tables of models. */
export function RatioSection() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const way = WAYS.find((name) => name === search.get('ratio')) ?? WAYS[0];

  return (
    <SettingSection id="ratio" title={t('settings.ratio.title')} lead={t('settings.ratio.lead')} wide>
      <Tabs
        value={way}
        keepMounted={false}
        variant="pills"
        onChange={(ratio) => {
          const view = priceViewOf(ratio);
          if (view) void navigate(pricesPath(view));
          else if (ratio) setSearch({ tab: 'operation', ratio }, { preventScrollReset: true, replace: true });
        }}
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
        <Tabs.Panel value="more">
          <Paper withBorder p="lg">
            <OptionForm card={moreRatiosCard} />
          </Paper>
        </Tabs.Panel>
      </Tabs>
    </SettingSection>
  );
}
