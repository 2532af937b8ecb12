import { moreRatiosCard, ratiosCard } from '#contract/options/cards/prices';
import { ScrollArea, Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { OptionForm } from '../form/option-form';
import { priceViewOf, pricesPath } from './price-editors';
import { ResetRatios } from './reset-ratios';

const WAYS = ['json', 'visual', 'tasks', 'unset', 'more'] as const;

/** Model prices as JSON tables. The other tabs lead to the price page, whose editors are tables of models. */
export function RatioTabs() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const way = WAYS.find((name) => name === search.get('ratio')) ?? WAYS[0];

  function choose(ratio: string | null) {
    const view = priceViewOf(ratio);
    if (view) void navigate(pricesPath(view));
    else if (ratio)
      void navigate(`/setting?tab=operation&ratio=${ratio}#ratio`, {
        preventScrollReset: true,
        replace: true,
      });
  }

  return (
    <Tabs value={way} keepMounted={false} variant="pills" onChange={choose}>
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
        <OptionForm card={ratiosCard} actions={<ResetRatios />} />
      </Tabs.Panel>
      <Tabs.Panel value="more">
        <OptionForm card={moreRatiosCard} />
      </Tabs.Panel>
    </Tabs>
  );
}
