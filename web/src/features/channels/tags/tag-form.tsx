import { Alert, Anchor } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../lib/interaction/toast';
import { type Action, firstError } from '../../../lib/interaction/use-action';
import { FormModal } from '../../../ui/form/form-modal';
import { useUnsavedGuard } from '../../../ui/dialog/use-unsaved-guard';
import { FormSection } from '../../../ui/form/form-section';
import { JsonField } from '../../../ui/form/json-field';
import { mappingProblem } from '../form/channel-checks';
import type { TagRow } from '../channel-rows';
import type { UpdateChannelTagRequest } from '#contract/resources/channels/channel';
import { useKnownModels } from '../form/use-channel-form';
import { useGroups } from '../use-channels';
import { TagsInput, TextInput } from '../../../ui/form/inputs';

interface TagFormProps {
  row: TagRow;
  edit: Action<[UpdateChannelTagRequest]>;
  onClose: () => void;
}

interface Values {
  tag: string;
  models: string[];
  groups: string[];
  mapping: string;
}

/** Overwrites the filled-in fields in every channel of the tag. */
export function TagForm({ row, edit, onClose }: TagFormProps) {
  const { t } = useTranslation();
  const knownModels = useKnownModels();
  const groups = useGroups();
  const form = useForm<Values>({
    initialValues: { tag: row.tag, models: [], groups: [], mapping: '' },
    validateInputOnBlur: true,
    validate: { mapping: (text) => mappingProblem(text) && t('channelForm.badMapping') },
  });

  const setMapping = (text: string) => form.setFieldValue('mapping', text);

  const guard = useUnsavedGuard(form.isDirty(), onClose);

  async function submit({ tag, models, groups: chosen, mapping }: Values) {
    const change: UpdateChannelTagRequest = {
      tag: row.tag,
      new_tag: tag.trim(),
      ...(mapping.trim() && { model_mapping: mapping.trim() }),
      ...(models.length > 0 && { models: models.join(',') }),
      ...(chosen.length > 0 && { groups: chosen.join(',') }),
    };
    const changed = Object.keys(change).length > 2 || change.new_tag !== row.tag;
    if (!changed) toast.warning(t('tagForm.unchanged'));
    else if (await edit.run(change)) guard.leave();
  }

  return (
    <FormModal
      opened
      sticky
      title={t('tagForm.title')}
      pending={edit.pending}
      onSubmit={form.onSubmit(
        (values) => void submit(values),
        (errors) => toast.error(firstError(errors)),
      )}
      guard={guard}
    >
      <Alert color="yellow" mb="lg" icon={<IconAlertTriangle size={18} stroke={1.75} />}>
        {t('tagForm.warning')}
      </Alert>
      <FormSection title={t('channel.tagged', { tag: row.tag })}>
        <TextInput
          label={t('tagForm.name')}
          description={t('tagForm.nameHint', { n: row.channels.length })}
          data-autofocus
          {...form.getInputProps('tag')}
        />
        <TagsInput
          label={t('tagForm.models')}
          placeholder={form.values.models.length === 0 ? t('tagForm.modelsPlaceholder') : undefined}
          data={knownModels}
          limit={100}
          maxDropdownHeight={280}
          splitChars={[',', '\n']}
          clearable
          clearButtonProps={{ 'aria-label': t('common.clear') }}
          {...form.getInputProps('models')}
        />
        <TagsInput
          label={t('tagForm.groups')}
          description={t('channelForm.groupsHint')}
          data={groups}
          clearable
          clearButtonProps={{ 'aria-label': t('common.clear') }}
          {...form.getInputProps('groups')}
        />
        <JsonField
          label={t('channelForm.mapping')}
          description={t('tagForm.mappingHint')}
          template={{ 'gpt-3.5-turbo': 'gpt-3.5-turbo-0125' }}
          value={form.values.mapping}
          error={form.errors.mapping}
          onChange={setMapping}
          extra={
            <>
              <Anchor component="button" type="button" size="xs" onClick={() => setMapping('{}')}>
                {t('tagForm.clearMapping')}
              </Anchor>
              <Anchor component="button" type="button" size="xs" onClick={() => setMapping('')}>
                {t('tagForm.keepMapping')}
              </Anchor>
            </>
          }
        />
      </FormSection>
    </FormModal>
  );
}
