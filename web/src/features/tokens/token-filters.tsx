import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../ui/choice-filter';
import { FilterBar } from '../../ui/filter-bar';
import type { useTokens } from './use-tokens';

interface TokenFiltersProps {
  list: ReturnType<typeof useTokens>['list'];
  extra: ReactNode;
}

export function TokenFilters({ list, extra }: TokenFiltersProps) {
  const { t } = useTranslation();
  return (
    <FilterBar filters={list.filters} onApply={list.setFilters} extra={extra}>
      <TextInput
        label={t('token.search')}
        name="keyword"
        placeholder={t('token.searchHint')}
        defaultValue={list.filters.keyword}
      />
      <TextInput
        label={t('token.keySearch')}
        name="token"
        placeholder="sk-"
        defaultValue={list.filters.token}
      />
      <ChoiceFilter
        label={t('common.status')}
        any={t('common.anyStatus')}
        width={140}
        choices={[
          { value: '1', label: t('token.enabled') },
          { value: '2', label: t('token.disabled') },
          { value: '3', label: t('token.expired') },
          { value: '4', label: t('token.exhausted') },
        ]}
        value={list.filters.status}
        onChange={(status) => list.setFilters({ status })}
      />
    </FilterBar>
  );
}
