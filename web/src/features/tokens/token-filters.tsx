import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TokenStatusFilter } from './token-status-filter';
import type { useTokens } from './use-tokens';

/** Fields of the filter bar. */
export function TokenFilters({ list }: { list: ReturnType<typeof useTokens>['list'] }) {
  const { t } = useTranslation();
  return (
    <>
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
      <TokenStatusFilter list={list} />
    </>
  );
}
