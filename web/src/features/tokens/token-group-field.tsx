import { Group, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { logText } from '../../text/log-text';
import { RatioBadge } from '../../ui/badge/ratio-badge';
import type { TokenValues } from './token-form-values';
import { AUTO_GROUP } from '#contract/enums';
import { useTokenChoices } from './use-tokens';
import { Select } from '../../ui/form/inputs';

interface TokenGroupFieldProps {
  form: UseFormReturnType<TokenValues>;
  /** True for a new token that is not a copy of another; it may default to the automatic group. */
  fresh: boolean;
}

/** The group of a token, or the automatic choice among the automatic groups, if there are any. */
export function TokenGroupField({ form, fresh }: TokenGroupFieldProps) {
  const { t } = useTranslation();
  const { groups, autoGroups, autoByDefault } = useTokenChoices();
  const names = Object.keys(groups ?? {});
  const automatic = autoGroups.length > 0;
  const none = groups !== undefined && names.length === 0 && !automatic;
  const { setFieldValue, isTouched, resetDirty, getInitialValues } = form;

  useEffect(() => {
    if (!fresh || !autoByDefault || isTouched('group')) return;
    setFieldValue('group', AUTO_GROUP);
    // A default value does not count as an unsaved change.
    resetDirty({ ...getInitialValues(), group: AUTO_GROUP });
  }, [fresh, autoByDefault, isTouched, setFieldValue, resetDirty, getInitialValues]);

  return (
    <Select
      label={t('token.group')}
      placeholder={t(none ? 'token.noGroups' : 'token.groupPlaceholder')}
      data={[
        ...(automatic ? [{ value: AUTO_GROUP, label: t('token.autoGroup') }] : []),
        ...names.filter((name) => !automatic || name !== AUTO_GROUP),
      ]}
      disabled={none}
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      renderOption={({ option }) => {
        const auto = automatic && option.value === AUTO_GROUP;
        return (
          <Group justify="space-between" wrap="nowrap" w="100%">
            <div>
              <Text size="sm">{option.label}</Text>
              <Text size="xs" c="dimmed">
                {auto
                  ? t('token.autoGroupHint', { groups: autoGroups.join(' → ') })
                  : logText(groups?.[option.value]?.desc ?? '')}
              </Text>
            </div>
            {!auto && <RatioBadge ratio={groups?.[option.value]?.ratio ?? 1} />}
          </Group>
        );
      }}
      {...form.getInputProps('group')}
    />
  );
}
