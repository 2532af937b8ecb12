import { Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../ui/filter-bar';
import { useChannels, useGroups } from './use-channels';

interface ChannelFiltersProps {
  list: ReturnType<typeof useChannels>['list'];
  extra: ReactNode;
}

export function ChannelFilters({ list: { filters, setFilters }, extra }: ChannelFiltersProps) {
  const { t } = useTranslation();
  const groups = useGroups();
  return (
    <FilterBar filters={filters} onApply={setFilters} extra={extra}>
      <TextInput
        label={t('channel.search')}
        name="keyword"
        placeholder={t('channel.searchHint')}
        w={{ sm: 260 }}
        defaultValue={filters.keyword}
      />
      <TextInput
        label={t('channel.modelSearch')}
        name="model"
        placeholder={t('channel.modelSearchHint')}
        w={{ sm: 160 }}
        defaultValue={filters.model}
      />
      <Select
        label={t('channel.group')}
        placeholder={t('channel.anyGroup')}
        data={groups}
        w={{ sm: 160 }}
        clearable
        clearButtonProps={{ 'aria-label': t('common.clear') }}
        value={filters.group || null}
        onChange={(group) => setFilters({ group: group ?? '' })}
      />
    </FilterBar>
  );
}
