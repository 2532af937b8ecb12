import { Button, FileButton, Input, Select, Text, Textarea } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { type ComponentProps, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PricedModel } from '../../../lib/models/sample-model';
import { AttachedImages } from '../chat/attached-images';
import type { useAttachedImages } from '../chat/use-attached-images';

type TextareaProps = ComponentProps<typeof Textarea>;

/** A text of several lines. Ctrl+Enter submits the form. */
export function PromptField(props: TextareaProps) {
  return (
    <Textarea
      autosize
      minRows={3}
      maxRows={12}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
          event.currentTarget.form?.requestSubmit();
      }}
      {...props}
    />
  );
}

interface ModelFieldProps {
  models: readonly PricedModel[];
  value: string;
  onChange: (model: string) => void;
}

export function ModelField({ models, value, onChange }: ModelFieldProps) {
  const { t } = useTranslation();
  return (
    <Select
      label={t('playTasks.model')}
      data={models.map(({ model_name }) => model_name)}
      value={value}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('table.noMatch')}
      onChange={(model) => model && onChange(model)}
    />
  );
}

interface ImagesFieldProps {
  label: string;
  attached: ReturnType<typeof useAttachedImages>;
  error?: string | undefined;
}

/** Images from files, with a preview of each. */
export function ImagesField({ label, attached, error }: ImagesFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <Text id={id} size="sm" fw={500} mb={6}>
        {label}
      </Text>
      <AttachedImages attached={attached} />
      <FileButton accept="image/*" multiple onChange={(files) => void attached.add(files)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="xs"
            leftSection={<IconPhotoPlus size={16} stroke={1.75} />}
          >
            {t('playTasks.chooseFile')}
          </Button>
        )}
      </FileButton>
      {error && (
        <Input.Error mt={6} role="alert">
          {error}
        </Input.Error>
      )}
    </div>
  );
}

/** The model that was chosen, or the first one if the group does not offer it any more. */
export function chosenModel(models: readonly PricedModel[], chosen: string): PricedModel | undefined {
  return models.find(({ model_name }) => model_name === chosen) ?? models[0];
}
