import { TokenStatus } from '#contract/enums';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../ui/page/choice-filter';

interface TokenStatusFilterProps {
  list: { filters: { status: string }; setFilters: (change: { status: string }) => void };
}

/** Filters a list of tokens by status. */
export function TokenStatusFilter({ list }: TokenStatusFilterProps) {
  const { t } = useTranslation();
  return (
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
  );
}
