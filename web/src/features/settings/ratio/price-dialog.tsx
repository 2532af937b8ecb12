import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../lib/interaction/toast';
import { GuardedModal } from '../../../ui/dialog/modal';
import { useUnsavedGuard } from '../../../ui/dialog/use-unsaved-guard';
import { byPrice, byRatio, type DraftPrice, problemsOf, toDraft, toPrice } from './price-draft';
import type { Price } from './prices';

interface PriceDialogProps {
  /** '' to add a model. */
  name: string;
  price: Price | undefined;
  taken: (name: string) => boolean;
  onDone: (name: string, price: Price) => void;
  onClose: () => void;
}

/** Edits the price of one model, as ratios or in USD. The change stays in the table until it is applied. */
export function PriceDialog({ name, price, taken, onDone, onClose }: PriceDialogProps) {
  const { t } = useTranslation();
  const adding = name === '';
  const form = useForm<DraftPrice>({
    initialValues: toDraft(name, price),
    validate: (draft) => problemsOf(draft, (text) => adding && taken(text), t),
  });
  const { mode, way } = form.values;

  const guard = useUnsavedGuard(form.isDirty(), onClose, true);

  function submit(draft: DraftPrice) {
    onDone(draft.name.trim(), toPrice(draft));
    toast.success(t(adding ? 'settings.ratio.editor.added' : 'settings.ratio.editor.updated'));
    guard.leave();
  }

  const field = (key: 'fixed' | 'ratio' | 'completion' | 'input' | 'output', unit?: string) => (
    <TextInput
      label={t(`settings.ratio.editor.${key}`)}
      inputMode="decimal"
      autoComplete="off"
      rightSection={
        unit && (
          <Text size="xs" c="dimmed">
            {unit}
          </Text>
        )
      }
      rightSectionWidth={unit ? 110 : undefined}
      placeholder={key === 'completion' ? t('settings.ratio.editor.completionPlaceholder') : undefined}
      {...form.getInputProps(key)}
    />
  );

  return (
    <GuardedModal
      guard={guard}
      title={t(adding ? 'settings.ratio.editor.add' : 'settings.ratio.editor.edit')}
    >
      <form noValidate onSubmit={form.onSubmit(submit)}>
        <Stack gap="md">
          <TextInput
            label={t('settings.ratio.editor.name')}
            readOnly={!adding}
            variant={adding ? 'default' : 'filled'}
            data-autofocus={adding || undefined}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <Choice
            label={t('settings.ratio.editor.mode')}
            value={mode}
            data={[
              { value: 'tokens', label: t('settings.ratio.editor.byTokens') },
              { value: 'call', label: t('settings.ratio.editor.byCall') },
            ]}
            onChange={(value) => form.setFieldValue('mode', value === 'call' ? 'call' : 'tokens')}
          />
          {mode === 'call' && field('fixed', '$')}
          {mode === 'tokens' && (
            <>
              <Choice
                label={t('settings.ratio.editor.way')}
                value={way}
                data={[
                  { value: 'ratio', label: t('settings.ratio.editor.byRatio') },
                  { value: 'price', label: t('settings.ratio.editor.byPrice') },
                ]}
                onChange={(value) =>
                  form.setValues(value === 'price' ? byPrice(form.values) : byRatio(form.values))
                }
              />
              {way === 'ratio' ? (
                <>
                  {field('ratio')}
                  {field('completion')}
                </>
              ) : (
                <>
                  {field('input', t('settings.ratio.editor.perMillionTokens'))}
                  {field('output', t('settings.ratio.editor.perMillionTokens'))}
                </>
              )}
            </>
          )}
        </Stack>
        <Group justify="flex-end" gap="sm" mt="lg">
          <Button variant="default" onClick={guard.close}>
            {t('common.cancel')}
          </Button>
          <Button type="submit">{t('common.confirm')}</Button>
        </Group>
      </form>
    </GuardedModal>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  data: { value: string; label: string }[];
  onChange: (value: string) => void;
}

function Choice({ label, ...props }: ChoiceProps) {
  return (
    <div>
      <Text size="sm" fw={600} mb={6} aria-hidden>
        {label}
      </Text>
      <SegmentedControl aria-label={label} fullWidth {...props} />
    </div>
  );
}
