import { Accordion, Autocomplete, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { TaskPriceResponse } from '#contract/resources/tasks/task-price';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseObject } from '../../../lib/format/json';
import { JsonField } from '../../../ui/form/json-field';
import { taskCost } from '../../../lib/models/media-cost';
import { useAttachedImages } from '../chat/use-attached-images';
import { FormFooter } from './form-footer';
import { chosenModel, ImagesField, ModelField, PromptField } from './form-parts';
import type { Submission } from './submission';
import type { TaskFormProps } from './task-studio';

const SIZES = ['1280x720', '720x1280', '1024x1024'];

export function VideoForm({ models, groupField, groupRatio, onSubmit }: TaskFormProps) {
  const { t } = useTranslation();
  const attached = useAttachedImages(1);
  const [opened, setOpened] = useState<string | null>(null);
  const form = useForm({
    initialValues: { model: '', prompt: '', seconds: '', address: '', size: '', metadata: '' },
    validate: {
      prompt: (prompt) => (prompt.trim() ? null : t('playTasks.promptMissing')),
      seconds: (value) =>
        !accepted || isAccepted(value, accepted) ? null : t('playTasks.secondsMissing', { ...accepted }),
      address: (address) =>
        address.trim() === '' || /^https?:\/\/\S+$/i.test(address.trim())
          ? null
          : t('playTasks.imageInvalid'),
      metadata: (text) => (text.trim() === '' || parseObject(text) ? null : t('playTasks.metadataInvalid')),
    },
  });
  const chosen = chosenModel(models, form.values.model);
  const model = chosen?.model_name ?? '';
  const accepted = chosen?.task?.seconds ?? undefined;

  const { values } = form;
  const order = {
    seconds:
      values.seconds && accepted && isAccepted(values.seconds, accepted) ? Number(values.seconds) : undefined,
    options: { size: values.size.trim() },
    hasOthers: values.metadata.trim() !== '',
  };

  function submission({ prompt, seconds, address, size, metadata }: typeof form.values): Submission {
    const image = attached.images[0] ?? address.trim();
    const body = {
      model,
      prompt,
      ...(image && { image }),
      ...(seconds && { seconds }),
      ...(size.trim() && { size: size.trim() }),
      ...(metadata.trim() && { metadata: parseObject(metadata) }),
    };
    return { mode: 'video', title: prompt.trim(), model, path: '/pg/video/generations', body };
  }

  return (
    <form noValidate onSubmit={form.onSubmit((sent) => onSubmit(submission(sent)))}>
      <Stack gap="md">
        {groupField}
        <ModelField
          models={models}
          value={model}
          onChange={(name) => form.setValues({ model: name, seconds: '', size: '' })}
        />
        <PromptField label={t('playTasks.prompt')} {...form.getInputProps('prompt')} />
        {attached.images.length === 0 && (
          <TextInput
            label={t('playTasks.image')}
            description={t('playTasks.imageHint')}
            placeholder="https://"
            {...form.getInputProps('address')}
          />
        )}
        <ImagesField label={t('playTasks.images')} attached={attached} />
        <SecondsField
          accepted={accepted}
          value={form.values.seconds}
          error={form.errors.seconds}
          onChange={(seconds) => form.setFieldValue('seconds', seconds)}
        />
        <Autocomplete
          label={t('playTasks.size')}
          description={t('playTasks.sizeHint')}
          data={sizesOf(chosen?.task)}
          // All sizes are offered, also while one is entered.
          filter={({ options }) => options}
          {...form.getInputProps('size')}
        />
        <Accordion
          variant="separated"
          value={form.errors.metadata ? 'advanced' : opened}
          onChange={setOpened}
        >
          <Accordion.Item value="advanced">
            <Accordion.Control>{t('playTasks.advanced')}</Accordion.Control>
            <Accordion.Panel>
              <JsonField
                label={t('playTasks.metadata')}
                description={t('playTasks.metadataHint')}
                template={{ seed: 1 }}
                value={form.values.metadata}
                error={form.errors.metadata}
                onChange={(metadata) => form.setFieldValue('metadata', metadata)}
              />
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
        <FormFooter
          mode="video"
          cost={taskCost(chosen?.task ?? null, order, groupRatio)}
          submission={() => submission(form.values)}
        />
      </Stack>
    </form>
  );
}

type Seconds = NonNullable<TaskPriceResponse['seconds']>;

interface SecondsFieldProps {
  /** Undefined: the model's durations are unknown. */
  accepted: Seconds | undefined;
  /** '' = the model's default. */
  value: string;
  error: ReactNode;
  onChange: (seconds: string) => void;
}

function SecondsField({ accepted, value, error, onChange }: SecondsFieldProps) {
  const { t } = useTranslation();
  const shared = { label: t('playTasks.seconds'), error, placeholder: String(accepted?.default ?? '') };
  if (accepted?.values)
    return (
      <Select
        {...shared}
        data={accepted.values.map(String)}
        value={value || String(accepted.default)}
        allowDeselect={false}
        onChange={(seconds) => onChange(seconds ?? '')}
      />
    );
  return (
    <NumberInput
      {...shared}
      min={accepted?.min ?? 1}
      {...(accepted && { max: accepted.max })}
      clampBehavior="none"
      allowDecimal={false}
      value={value}
      onChange={(seconds) => onChange(String(seconds))}
    />
  );
}

function isAccepted(text: string, { values, min, max }: Seconds): boolean {
  if (text === '') return true;
  const seconds = Number(text);
  return Number.isInteger(seconds) && (values ? values.includes(seconds) : seconds >= min && seconds <= max);
}

function sizesOf(task: TaskPriceResponse | null | undefined): string[] {
  const priced = task?.factors.find(({ name }) => name === 'size')?.options.map(({ value }) => value) ?? [];
  return [...new Set([...priced, ...(priced.length === 0 ? SIZES : [])])];
}
