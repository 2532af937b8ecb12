import { TokenStatus } from '#contract/enums';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../ui/page/choice-filter';
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
      <ChoiceFilter
        label={t('common.status')}
        any={t('common.anyStatus')}
        width={140}
        choices={[
          { value: String(TokenStatus.enabled), label: t('token.enabled') },
          { value: String(TokenStatus.disabled), label: t('token.disabled') },
          { value: String(TokenStatus.expired), label: t('token.expired') },
          { value: String(TokenStatus.exhausted), label: t('token.exhausted') },
        ]}
        value={list.filters.status}
        onChange={(status) => list.setFilters({ status })}
      />
    </>
  );
}
