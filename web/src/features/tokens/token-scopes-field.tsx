import { TOKEN_SCOPES } from '#contract/token-scopes';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { MultiSelect } from '../../ui/form/inputs';
import type { TokenValues } from './token-form-values';

/** What a token may be used for; nothing chosen means everything. */
export function TokenScopesField({ form }: { form: UseFormReturnType<TokenValues> }) {
  const { t } = useTranslation();
  return (
    <MultiSelect
      label={t('token.scopes')}
      description={t('token.scopesHint')}
      placeholder={form.values.scopes.length === 0 ? t('token.scopesAll') : undefined}
      data={TOKEN_SCOPES.map((scope) => ({ value: scope, label: t(`token.scope.${scope}`) }))}
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      {...form.getInputProps('scopes')}
    />
  );
}
