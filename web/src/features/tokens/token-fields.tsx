import { Alert, Button, Group } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AUTO_GROUP } from '#contract/enums';
import { formatPrice, formatQuota, nowSeconds } from '../../lib/format/format';
import { useMoney } from '../../lib/api/use-status';
import { timeText } from '../../ui/time-range/ranges';
import { TimeField } from '../../ui/time-range/time-field';
import { FormSection } from '../../ui/form/form-section';
import type { TokenValues } from './token-form-values';
import { TokenScopesField } from './token-scopes-field';
import { TokenGroupField } from './token-group-field';
import { useTokenChoices } from './use-tokens';
import { Checkbox, MultiSelect, NumberInput, Switch, Textarea, TextInput } from '../../ui/form/inputs';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** US dollars. */
const AMOUNTS = [1, 10, 50, 100, 500, 1000];
const COUNTS = [10, 20, 30, 100];

interface TokenFieldsProps {
  form: UseFormReturnType<TokenValues>;
  creating: boolean;
  /** True for a new token that is not a copy of another. */
  fresh: boolean;
}

export function TokenFields({ form, creating, fresh }: TokenFieldsProps) {
  const { t } = useTranslation();
  const expireIn = (seconds: number) => form.setFieldValue('expires', timeText(nowSeconds() + seconds));
  return (
    <>
      <FormSection title={t('token.sectionBasic')}>
        <TextInput
          label={t('token.name')}
          placeholder={t('token.namePlaceholder')}
          withAsterisk={creating}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <div>
          <TimeField
            label={t('token.expires')}
            description={form.values.expires ? undefined : t('token.never')}
            {...form.getInputProps('expires')}
          />
          <Presets>
            <Preset onClick={() => form.setFieldValue('expires', '')}>{t('token.never')}</Preset>
            <Preset onClick={() => expireIn(HOUR)}>{t('token.hour')}</Preset>
            <Preset onClick={() => expireIn(DAY)}>{t('token.day')}</Preset>
            <Preset onClick={() => expireIn(30 * DAY)}>{t('token.month')}</Preset>
          </Presets>
        </div>
        <TokenGroupField form={form} fresh={fresh} />
        {form.values.group === AUTO_GROUP && (
          <Switch
            label={t('token.crossGroupRetry')}
            description={t('token.crossGroupRetryHint')}
            {...form.getInputProps('crossGroupRetry', { type: 'checkbox' })}
          />
        )}
        {creating && <CountField form={form} />}
      </FormSection>
      <FormSection title={t('token.sectionQuota')}>
        <QuotaField form={form} />
      </FormSection>
      <FormSection title={t('token.sectionAccess')}>
        <AccessFields form={form} />
      </FormSection>
      <FormSection title={t('token.sectionAdvanced')}>
        <TokenScopesField form={form} />
      </FormSection>
    </>
  );
}

function CountField({ form }: { form: UseFormReturnType<TokenValues> }) {
  const { t } = useTranslation();
  return (
    <div>
      <NumberInput
        label={t('token.count')}
        description={t('token.countHint')}
        min={1}
        allowDecimal={false}
        {...form.getInputProps('count')}
      />
      <Presets>
        {COUNTS.map((n) => (
          <Preset key={n} onClick={() => form.setFieldValue('count', n)}>
            {t('token.countUnit', { n })}
          </Preset>
        ))}
      </Presets>
    </div>
  );
}

function QuotaField({ form }: { form: UseFormReturnType<TokenValues> }) {
  const { t } = useTranslation();
  const money = useMoney();
  const { quota, unlimited } = form.values;
  return (
    <>
      <Alert color="blue" icon={<IconInfoCircle size={18} stroke={1.75} />}>
        {t('token.quotaNote')}
      </Alert>
      <Switch label={t('token.setUnlimited')} {...form.getInputProps('unlimited', { type: 'checkbox' })} />
      <div>
        <NumberInput
          label={t('token.quota')}
          description={
            money.asCurrency && !unlimited
              ? t('common.equivalent', { amount: formatQuota(Number(quota), money) })
              : undefined
          }
          min={0}
          step={money.perUnit}
          allowDecimal={false}
          thousandSeparator=","
          disabled={unlimited}
          {...form.getInputProps('quota')}
        />
        {!unlimited && (
          <Presets>
            {AMOUNTS.map((amount) => (
              <Preset key={amount} onClick={() => form.setFieldValue('quota', amount * money.perUnit)}>
                {formatPrice(amount)}
              </Preset>
            ))}
          </Presets>
        )}
      </div>
    </>
  );
}

function AccessFields({ form }: { form: UseFormReturnType<TokenValues> }) {
  const { t } = useTranslation();
  const { models } = useTokenChoices();
  const { limited, models: chosen } = form.values;
  return (
    <>
      <Textarea
        label={t('token.ips')}
        placeholder={t('token.ipsPlaceholder')}
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        {...form.getInputProps('ips')}
      />
      <Checkbox label={t('token.limitModels')} {...form.getInputProps('limited', { type: 'checkbox' })} />
      <MultiSelect
        label={t('token.models')}
        placeholder={chosen.length === 0 ? t('token.modelsPlaceholder') : undefined}
        data={[...new Set([...models, ...chosen])]}
        disabled={!limited}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('common.clear') }}
        {...form.getInputProps('models')}
      />
    </>
  );
}

function Presets({ children }: { children: React.ReactNode }) {
  return (
    <Group gap={6} mt={8}>
      {children}
    </Group>
  );
}

function Preset({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <Button size="compact-sm" variant="default" fw={400} onClick={onClick}>
      {children}
    </Button>
  );
}
