import { Select } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useLocalized } from '../../text/localized';
import { useShortcuts } from '../../lib/browser/use-shortcuts';
import { pricesPath } from './ratio/price-editors';
import { matchSettings, pricedModels } from './setting-matches';
import { settingPlaces } from './setting-places';
import classes from './settings.module.css';
import { useOptions } from './use-options';

const MAX_FOUND = 12;

interface Found {
  value: string;
  label: string;
  place: string;
  path: string;
}

/** Finds an option in any tab by its names, a synonym or its value, or the price of a model, and opens it. */
export function SettingSearch() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  useShortcuts({ '/': () => input.current?.focus() });
  const found = useFound(query);

  return (
    <Select
      ref={input}
      aria-label={t('settings.search')}
      placeholder={t('settings.search')}
      leftSection={<IconSearch size={16} stroke={1.75} />}
      rightSectionWidth={0}
      w="min(300px, calc(100vw - 84px))"
      searchable
      maxDropdownHeight={480}
      value={null}
      searchValue={query}
      onSearchChange={setQuery}
      nothingFoundMessage={t('settings.searchNothing')}
      data={found}
      // The list holds only what was found.
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <div>
          {option.label}
          <div className={classes.foundPlace}>{found.find(({ value }) => value === option.value)?.place}</div>
        </div>
      )}
      onChange={(chosen) => {
        const path = found.find(({ value }) => value === chosen)?.path;
        if (path) void navigate(path);
      }}
    />
  );
}

function useFound(query: string): Found[] {
  const { t } = useTranslation();
  const localized = useLocalized();
  const { values } = useOptions();
  const settings = useMemo(
    () =>
      settingPlaces().map(({ field, place, words, path }) => ({
        field,
        label: localized(field.label),
        keywords: words,
        place: localized(place),
        path,
      })),
    [localized],
  );
  const models = pricedModels(query, values).map((model) => ({
    value: `price of ${model}`,
    label: t('settings.priceOf', { model }),
    place: t('settings.ratio.page.title'),
    path: pricesPath('visual', model),
  }));
  const matches = matchSettings(query, settings, values, MAX_FOUND - models.length).map(
    ({ setting: { field, label, place, path }, excerpt }) => ({
      value: field.key,
      label,
      place: excerpt === undefined ? place : `${place} · ${excerpt}`,
      path,
      isNamed: excerpt === undefined,
    }),
  );
  return [
    ...matches.filter(({ isNamed }) => isNamed),
    ...models,
    ...matches.filter(({ isNamed }) => !isNamed),
  ];
}
