import { Select } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useLocalized } from '../../text/localized';
import { useShortcuts } from '../../lib/browser/use-shortcuts';
import { settingPlaces } from './setting-places';

/** Finds an option in any tab by its label, key or location, and opens it. */
export function SettingSearch() {
  const { t } = useTranslation();
  const localized = useLocalized();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => input.current?.focus() });
  const found = useMemo(
    () =>
      settingPlaces().map(({ field, place, path }) => ({
        value: field.key,
        label: localized(field.label),
        place: localized(place),
        path,
      })),
    [localized],
  );

  return (
    <Select
      ref={input}
      aria-label={t('settings.search')}
      placeholder={t('settings.search')}
      leftSection={<IconSearch size={16} stroke={1.75} />}
      rightSectionWidth={0}
      w="min(300px, calc(100vw - 84px))"
      searchable
      value={null}
      limit={12}
      nothingFoundMessage={t('settings.searchNothing')}
      data={found}
      filter={({ options, search, limit }) => {
        const keyword = search.trim().toLowerCase();
        return options
          .filter((option) => {
            if (!('value' in option)) return false;
            const entry = found.find(({ value }) => value === option.value);
            return [entry?.label, entry?.value, entry?.place].some((text) =>
              text?.toLowerCase().includes(keyword),
            );
          })
          .slice(0, limit);
      }}
      renderOption={({ option }) => {
        const entry = found.find(({ value }) => value === option.value);
        return (
          <div>
            {option.label}
            <div style={{ fontSize: 12, color: 'var(--mantine-color-dimmed)' }}>{entry?.place}</div>
          </div>
        );
      }}
      onChange={(key) => {
        const path = found.find(({ value }) => value === key)?.path;
        if (path) void navigate(path);
      }}
    />
  );
}
