import { Autocomplete, NumberInput, Select, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { imageChoices } from '#contract/image-terms';
import { useTranslation } from 'react-i18next';
import { imageCost } from '../../../lib/models/media-cost';
import { FormFooter } from './form-footer';
import { chosenModel, ModelField, PromptField } from './form-parts';
import type { Submission } from './submission';
import type { TaskFormProps } from './task-studio';

/** Offered for models whose sizes are not known. */
const SIZES = ['1024x1024', '1536x1024', '1024x1536', '1792x1024', '1024x1792'];
const MAX_COUNT = 10;

export function ImageForm({ models, groupField, groupRatio, onSubmit }: TaskFormProps) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { model: '', prompt: '', size: '', quality: '', count: 1 },
    validate: { prompt: (prompt) => (prompt.trim() ? null : t('playTasks.promptMissing')) },
  });
  const chosen = chosenModel(models, form.values.model);
  const model = chosen?.model_name ?? '';
  const { sizes, qualities } = imageChoices(model);
  const order = { ...form.values, size: form.values.size.trim() };

  function submission({ prompt, size, quality, count }: typeof form.values): Submission {
    const body = {
      model,
      prompt,
      ...(size.trim() && { size: size.trim() }),
      ...(quality && { quality }),
      ...(count > 1 && { n: count }),
    };
    return { mode: 'image', title: prompt.trim(), model, path: '/pg/images/generations', body };
  }

  return (
    <form noValidate onSubmit={form.onSubmit((values) => onSubmit(submission(values)))}>
      <Stack gap="md">
        {groupField}
        <ModelField
          models={models}
          value={model}
          onChange={(name) => form.setValues({ model: name, size: '', quality: '' })}
        />
        <PromptField label={t('playTasks.prompt')} {...form.getInputProps('prompt')} />
        {sizes.length > 0 ? (
          <ChoiceField label={t('playTasks.size')} choices={sizes} {...form.getInputProps('size')} />
        ) : (
          <Autocomplete
            label={t('playTasks.size')}
            description={t('playTasks.sizeHint')}
            data={SIZES}
            // All sizes are offered, also while one is entered.
            filter={({ options }) => options}
            {...form.getInputProps('size')}
          />
        )}
        {qualities.length > 0 && (
          <ChoiceField
            label={t('playTasks.quality')}
            choices={qualities}
            {...form.getInputProps('quality')}
          />
        )}
        <NumberInput
          label={t('playTasks.count')}
          min={1}
          max={MAX_COUNT}
          allowDecimal={false}
          value={form.values.count}
          onChange={(value) =>
            form.setFieldValue('count', Math.min(MAX_COUNT, Math.max(1, Math.trunc(Number(value)) || 1)))
          }
        />
        <FormFooter
          mode="image"
          cost={chosen && imageCost(chosen, order, groupRatio)}
          submission={() => submission(form.values)}
        />
      </Stack>
    </form>
  );
}

interface ChoiceFieldProps {
  label: string;
  choices: readonly string[];
  /** '' = the model's default. */
  value?: string;
  onChange?: (value: string) => void;
}

function ChoiceField({ label, choices, value = '', onChange }: ChoiceFieldProps) {
  const { t } = useTranslation();
  return (
    <Select
      label={label}
      data={[{ value: '', label: t('playTasks.modelDefault') }, ...choices]}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => onChange?.(chosen ?? '')}
    />
  );
}
