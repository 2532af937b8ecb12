import { ChannelStatus } from '#contract/enums';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { declaredLanguage } from '../../text';
import { ChoiceFilter } from '../../ui/page/choice-filter';
import { FilterBar } from '../../ui/page/filter-bar';
import { useChannelTypes } from './use-channel-types';
import { useChannels, useGroups } from './use-channels';

interface ChannelFiltersProps {
  list: ReturnType<typeof useChannels>['list'];
  /** At the end of the bar. */
  controls: ReactNode;
  /** After the fields, on narrow screens behind the same button. */
  display: ReactNode;
}

export function ChannelFilters({ list: { filters, setFilters }, controls, display }: ChannelFiltersProps) {
  const { t } = useTranslation();
  const groups = useGroups();
  const types = useChannelTypes();
  const language = declaredLanguage();
  return (
    <FilterBar filters={filters} onApply={setFilters} extra={controls}>
      <TextInput
        label={t('channel.search')}
        name="keyword"
        placeholder={t('channel.searchHint')}
        w={{ sm: 196 }}
        defaultValue={filters.keyword}
      />
      <TextInput
        label={t('channel.modelSearch')}
        name="model"
        placeholder={t('channel.modelSearchHint')}
        w={{ sm: 140 }}
        defaultValue={filters.model}
      />
      <ChoiceFilter
        label={t('channel.group')}
        any={t('channel.anyGroup')}
        width={120}
        choices={groups}
        value={filters.group}
        onChange={(group) => setFilters({ group })}
      />
      <ChoiceFilter
        label={t('channel.type')}
        any={t('channel.anyType')}
        width={150}
        searchable
        choices={types.all.map(({ type, name }) => ({ value: String(type), label: name[language] }))}
        value={filters.type}
        onChange={(type) => setFilters({ type })}
      />
      <ChoiceFilter
        label={t('common.status')}
        any={t('common.anyStatus')}
        width={140}
        choices={[
          { value: String(ChannelStatus.enabled), label: t('channel.enabled') },
          { value: String(ChannelStatus.disabled), label: t('channel.disabled') },
          { value: String(ChannelStatus.autoDisabled), label: t('channel.autoDisabled') },
        ]}
        value={filters.status}
        onChange={(status) => setFilters({ status })}
      />
      <ChoiceFilter
        label={t('channel.lastTest.title')}
        any={t('channel.lastTest.any')}
        width={120}
        choices={[
          { value: 'failed', label: t('channel.lastTest.failed') },
          { value: 'ok', label: t('channel.lastTest.ok') },
          { value: 'never', label: t('channel.untested') },
        ]}
        value={filters.test}
        onChange={(test) => setFilters({ test })}
      />
      {display}
    </FilterBar>
  );
}
