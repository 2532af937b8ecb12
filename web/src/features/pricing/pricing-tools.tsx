import { QuotaType } from '#contract/enums';
import { Button, Group, SegmentedControl, Select, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconCopy, IconScale } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/browser/clipboard';
import { useIsMedium, useIsNarrow } from '../../lib/browser/use-is-phone';
import { toast } from '../../lib/interaction/toast';
import classes from './pricing.module.css';
import { type Price, UNITS } from './pricing.types';
import { SearchInput } from './search-input';
import { MAX_COMPARED, type Pricing } from './use-pricing';

/** Filters and display options of the price list; changes apply at once. */
export function PricingTools({ pricing, selected }: { pricing: Pricing; selected: Price[] }) {
  const { t } = useTranslation();
  const { list, group } = pricing;
  const { filters } = list;
  const [opened, { toggle }] = useDisclosure();
  /** On narrow screens, everything but the search is behind a button. */
  const folds = useIsNarrow();
  const medium = useIsMedium();
  const active = [
    filters.type !== '',
    filters.vendor !== '',
    filters.usable !== '',
    pricing.sortText !== '',
    group !== pricing.ownGroup,
  ].filter(Boolean).length;
  const isHidden = folds && !opened;
  return (
    <div className={classes.tools} role="search">
      <div className={classes.filters}>
        <SearchInput
          label={t('pricing.search')}
          value={filters.keyword}
          onSearch={(keyword) => list.setFilters({ keyword })}
        />
        {folds && (
          <Button
            variant="default"
            className={classes.toggle}
            aria-expanded={opened}
            leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.75} />}
            onClick={toggle}
          >
            {active > 0 ? t('pricing.filtersActive', { n: active }) : t('table.filters')}
          </Button>
        )}
        {!isHidden && <Choices pricing={pricing} />}
      </div>
      <Group gap="md">
        {!isHidden && <Display pricing={pricing} />}
        {/* Nothing to do with no model: on narrow screens the list begins earlier. */}
        {((!folds && !medium) || selected.length > 0) && (
          <>
            <Button
              variant="default"
              leftSection={<IconCopy size={16} stroke={1.75} />}
              disabled={selected.length === 0}
              onClick={() => void copyText(selected.map(({ model_name }) => model_name).join(','))}
            >
              {t('pricing.copySelected')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconScale size={16} stroke={1.75} />}
              disabled={selected.length === 0}
              onClick={() => {
                if (selected.length > MAX_COMPARED) toast.info(t('pricing.compareMost', { n: MAX_COMPARED }));
                else pricing.compare(selected);
              }}
            >
              {t('pricing.compare')}
            </Button>
          </>
        )}
      </Group>
    </div>
  );
}

interface PartProps {
  pricing: Pricing;
}

/** What limits and orders the list. */
function Choices({ pricing }: PartProps) {
  const { t } = useTranslation();
  const { list, group, groups, vendors, ratioOf } = pricing;
  const { filters } = list;
  return (
    <>
      <Select
        label={t('pricing.group')}
        w={{ sm: 170 }}
        allowDeselect={false}
        data={[...new Set([...groups, group])].map((name) => ({
          value: name,
          label: t('pricing.groupOption', { group: name, ratio: ratioOf(name) }),
        }))}
        value={group}
        onChange={(name) => name !== null && pricing.setGroup(name)}
      />
      <Select
        label={t('pricing.type')}
        w={{ sm: 140 }}
        allowDeselect={false}
        data={[
          { value: '', label: t('pricing.anyType') },
          { value: String(QuotaType.byUsage), label: t('pricing.perToken') },
          { value: String(QuotaType.byCall), label: t('pricing.perCall') },
        ]}
        value={filters.type}
        onChange={(type) => list.setFilters({ type: type ?? '' })}
      />
      {vendors.length > 1 && (
        <Select
          label={t('pricing.vendor')}
          w={{ sm: 150 }}
          allowDeselect={false}
          searchable
          nothingFoundMessage={t('table.noMatch')}
          data={[
            { value: '', label: t('pricing.anyVendor') },
            ...vendors.map((name) => ({ value: name, label: name })),
          ]}
          value={filters.vendor}
          onChange={(vendor) => list.setFilters({ vendor: vendor ?? '' })}
        />
      )}
      <Select
        label={t('pricing.sort')}
        hiddenFrom="sm"
        allowDeselect={false}
        data={[
          { value: '', label: t('pricing.byDefault') },
          { value: 'price', label: t('pricing.byPrice') },
          { value: '-price', label: t('pricing.byPriceDown') },
        ]}
        value={pricing.sortText}
        onChange={(sort) => pricing.sortBy(sort ?? '')}
      />
    </>
  );
}

/** What the rows show. */
function Display({ pricing }: PartProps) {
  const { t } = useTranslation();
  const { list, unit, withRatios } = pricing;
  const { filters } = list;
  return (
    <>
      <Switch
        label={t('pricing.onlyUsable')}
        checked={filters.usable !== ''}
        onChange={(event) => list.setFilters({ usable: event.currentTarget.checked ? 'yes' : '' })}
      />
      <Switch
        label={t('pricing.showRatios')}
        checked={withRatios}
        onChange={(event) => pricing.setWithRatios(event.currentTarget.checked)}
      />
      <SegmentedControl
        aria-label={t('pricing.unit')}
        value={unit}
        onChange={pricing.setUnit}
        data={UNITS.map((each) => ({ value: each, label: `$/${each}` }))}
      />
    </>
  );
}
