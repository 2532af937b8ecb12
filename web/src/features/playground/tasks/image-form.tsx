import { Autocomplete, Button, NumberInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { chosenModel, ModelField, PromptField } from './form-parts';
import type { TaskFormProps } from './task-studio';

const SIZES = ['1024x1024', '1536x1024', '1024x1536', '1792x1024', '1024x1792'];
const MAX_COUNT = 10;

export function ImageForm({ models, groupField, onSubmit }: TaskFormProps) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { model: '', prompt: '', size: '', count: 1 },
    validate: { prompt: (prompt) => (prompt.trim() ? null : t('playTasks.promptMissing')) },
  });
  const model = chosenModel(models, form.values.model)?.model_name ?? '';

  function submit({ prompt, size, count }: typeof form.values) {
    const body = { model, prompt, ...(size.trim() && { size: size.trim() }), ...(count > 1 && { n: count }) };
    onSubmit({ mode: 'image', title: prompt.trim(), model, path: '/pg/images/generations', body });
  }

  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack gap="md">
        {groupField}
        <ModelField
          models={models}
          value={model}
          onChange={(chosen) => form.setFieldValue('model', chosen)}
        />
        <PromptField label={t('playTasks.prompt')} {...form.getInputProps('prompt')} />
        <Autocomplete
          label={t('playTasks.size')}
          description={t('playTasks.sizeHint')}
          data={SIZES}
          // All sizes are offered, also while one is entered.
          filter={({ options }) => options}
          {...form.getInputProps('size')}
        />
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
        <Button type="submit">{t('playTasks.submit.image')}</Button>
      </Stack>
    </form>
  );
}
