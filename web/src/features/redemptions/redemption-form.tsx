import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { changedMembers, isEmptyEdit, withBefore } from '../../lib/list/edit';
import { formatQuota } from '../../lib/format/format';
import { messageOf } from '../../lib/interaction/use-action';
import { useMoney } from '../../lib/api/use-status';
import { FormModal } from '../../ui/form/form-modal';
import { useUnsavedGuard } from '../../ui/dialog/use-unsaved-guard';
import { FormSection } from '../../ui/form/form-section';
import { QuotaInput } from '../../ui/form/quota-input';
import { MAX_CAMPAIGN_LENGTH, MAX_CODE_NAME_LENGTH, MAX_CODES } from '#contract/limits';
import type { RedemptionRequestFields } from '#contract/resources/redemption';
import type { Batch } from './use-redemptions';
import { useRedemption, useRedemptionWrites } from './use-redemptions';
import { NumberInput, TextInput } from '../../ui/form/inputs';

interface RedemptionFormProps {
  /** The code to change; absent to create. */
  id?: number;
  /** Of new codes, to begin with. */
  campaign?: string;
  onClose: () => void;
  onWritten: () => Promise<void>;
  onMade: (batch: Batch) => void;
}

interface Values {
  name: string;
  /** Of new codes; '' = none. */
  campaign: string;
  /** '' while the field is empty. */
  quota: number | string;
  count: number | string;
}

const NEW_CODE: Values = { name: '', campaign: '', quota: 100_000, count: 1 };

export function RedemptionForm({ id, campaign = '', onClose, onWritten, onMade }: RedemptionFormProps) {
  const { t } = useTranslation();
  const money = useMoney();
  const code = useRedemption(id);
  const { create, update } = useRedemptionWrites(onWritten, onMade);
  const creating = id === undefined;
  const form = useForm<Values>({
    initialValues: { ...NEW_CODE, campaign },
    validateInputOnBlur: true,
    validate: {
      name(name) {
        const length = Array.from(name.trim()).length;
        return length > MAX_CODE_NAME_LENGTH || (!creating && length === 0)
          ? t('redemption.nameLength')
          : null;
      },
      campaign: (text) =>
        Array.from(text.trim()).length > MAX_CAMPAIGN_LENGTH ? t('redemption.campaignLength') : null,
      quota: (quota) => (isWhole(quota) && Number(quota) >= 0 ? null : t('redemption.badQuota')),
      count(count) {
        if (!creating) return null;
        if (!isWhole(count) || Number(count) < 1) return t('redemption.countPositive');
        return Number(count) > MAX_CODES ? t('redemption.countMost') : null;
      },
    },
  });
  const { initialize } = form;
  const standIn = formatQuota(Number(form.values.quota), money);

  useEffect(() => {
    if (code.data) initialize({ name: code.data.name, campaign: '', quota: code.data.quota, count: 1 });
  }, [code.data, initialize]);

  const guard = useUnsavedGuard(form.isDirty(), onClose);

  async function submit(values: Values) {
    const input = { name: values.name.trim() || standIn, quota: Number(values.quota) };
    const written =
      id === undefined
        ? create.run({ ...input, campaign: values.campaign.trim() }, Number(values.count))
        : edited(id, input);
    if (await written) guard.leave();
  }

  async function edited(codeId: number, input: Omit<RedemptionRequestFields, 'campaign'>): Promise<boolean> {
    if (!code.data) return false;
    const { name, quota } = code.data;
    const change = withBefore(changedMembers({ name, quota }, input), code.data);
    return isEmptyEdit(change) || update.run(codeId, change);
  }

  return (
    <FormModal
      opened
      title={t(creating ? 'redemption.createTitle' : 'redemption.editTitle')}
      side={creating ? 'left' : 'right'}
      loading={!creating && !code.data}
      {...(code.error !== undefined &&
        !code.data && { failed: { message: messageOf(code.error), retry: code.retry } })}
      pending={create.pending || update.pending}
      onSubmit={form.onSubmit((values) => void submit(values))}
      guard={guard}
    >
      <FormSection title={t('redemption.section')}>
        <TextInput
          label={t('common.name')}
          description={creating ? t('redemption.nameHint', { name: standIn }) : undefined}
          placeholder={creating ? standIn : undefined}
          withAsterisk={!creating}
          data-autofocus
          {...form.getInputProps('name')}
        />
        {creating && (
          <TextInput
            label={t('redemption.campaign')}
            description={t('redemption.campaignHint')}
            {...form.getInputProps('campaign')}
          />
        )}
        <QuotaInput
          label={t('redemption.quota')}
          withAsterisk
          onPreset={(quota) => form.setFieldValue('quota', quota)}
          {...form.getInputProps('quota')}
        />
        {creating && (
          <NumberInput
            label={t('redemption.count')}
            description={t('redemption.countHint')}
            min={1}
            allowDecimal={false}
            {...form.getInputProps('count')}
          />
        )}
      </FormSection>
    </FormModal>
  );
}

function isWhole(value: number | string): boolean {
  return value !== '' && Number.isInteger(Number(value));
}
