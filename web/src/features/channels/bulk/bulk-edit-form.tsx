import type { ChannelResponse } from '#contract/resources/channels/channel';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../lib/interaction/toast';
import { type Action, firstError } from '../../../lib/interaction/use-action';
import { useUnsavedGuard } from '../../../ui/dialog/use-unsaved-guard';
import { FormModal } from '../../../ui/form/form-modal';
import { FormSection } from '../../../ui/form/form-section';
import { NumberInput, Select, TagsInput, TextInput } from '../../../ui/form/inputs';
import { useKnownModels } from '../form/use-channel-form';
import { useGroups } from '../use-channels';
import { bulkChanges, LIST_EDITS, type BulkChanges, type BulkValues } from './bulk-changes';

interface BulkEditFormProps {
  channels: readonly ChannelResponse[];
  edit: Action<[BulkChanges]>;
  onClose: () => void;
}

const UNCHANGED: BulkValues = {
  priority: '',
  weight: '',
  groupEdit: 'keep',
  groups: [],
  modelEdit: 'keep',
  models: [],
  tagEdit: 'keep',
  tag: '',
};

/** Changes priority, weight, groups, models and tag of the selected channels; what is left empty stays. */
export function BulkEditForm({ channels, edit, onClose }: BulkEditFormProps) {
  const { t } = useTranslation();
  const knownModels = useKnownModels();
  const groups = useGroups();
  const listed = (names: readonly string[], kind: BulkValues['groupEdit']) =>
    kind !== 'keep' && names.length === 0 ? t('channel.edit.listEmpty') : null;
  const form = useForm<BulkValues>({
    initialValues: UNCHANGED,
    validate: {
      groups: (names, { groupEdit }) => listed(names, groupEdit),
      models: (names, { modelEdit }) => listed(names, modelEdit),
      tag: (tag, { tagEdit }) => (tagEdit === 'set' && tag.trim() === '' ? t('channel.tagEmpty') : null),
    },
  });
  const guard = useUnsavedGuard(form.isDirty(), onClose);
  const { values } = form;

  async function submit(chosen: BulkValues) {
    const result = bulkChanges(channels, chosen);
    if (result.emptied.length > 0) {
      const names = result.emptied.map(({ name }) => name).join(t('channel.comma'));
      toast.error(t('channel.edit.emptied', { names }));
    } else if (result.changes.length === 0) toast.warning(t('tagForm.unchanged'));
    else if (await edit.run(result)) guard.leave();
  }

  const listEdits = LIST_EDITS.map((value) => ({ value, label: t(`channel.edit.list.${value}`) }));
  const clearable = { clearable: true, clearButtonProps: { 'aria-label': t('common.clear') } };
  return (
    <FormModal
      opened
      sticky
      title={t('channel.edit.title')}
      pending={edit.pending}
      onSubmit={form.onSubmit(
        (chosen) => void submit(chosen),
        (errors) => toast.error(firstError(errors)),
      )}
      guard={guard}
    >
      <FormSection title={t('channel.selected', { n: channels.length })}>
        <NumberInput
          label={t('channel.priority')}
          placeholder={t('channel.edit.unchanged')}
          min={-999}
          max={1_000_000_000}
          allowDecimal={false}
          data-autofocus
          {...form.getInputProps('priority')}
        />
        <NumberInput
          label={t('channel.weight')}
          placeholder={t('channel.edit.unchanged')}
          min={0}
          max={1_000_000_000}
          allowDecimal={false}
          {...form.getInputProps('weight')}
        />
        <Select
          label={t('common.group')}
          data={listEdits}
          allowDeselect={false}
          {...form.getInputProps('groupEdit')}
        />
        {values.groupEdit !== 'keep' && (
          <TagsInput
            aria-label={t('channelForm.groups')}
            data={groups}
            {...clearable}
            {...form.getInputProps('groups')}
          />
        )}
        <Select
          label={t('channelForm.models')}
          data={listEdits}
          allowDeselect={false}
          {...form.getInputProps('modelEdit')}
        />
        {values.modelEdit !== 'keep' && (
          <TagsInput
            aria-label={t('channel.edit.models')}
            data={knownModels}
            limit={100}
            maxDropdownHeight={280}
            splitChars={[',', '\n']}
            {...clearable}
            {...form.getInputProps('models')}
          />
        )}
        <Select
          label={t('channel.edit.tag')}
          data={(['keep', 'set', 'remove'] as const).map((value) => ({
            value,
            label: t(`channel.edit.tagTo.${value}`),
          }))}
          allowDeselect={false}
          {...form.getInputProps('tagEdit')}
        />
        {values.tagEdit === 'set' && (
          <TextInput aria-label={t('channel.tagPrompt')} maxLength={255} {...form.getInputProps('tag')} />
        )}
      </FormSection>
    </FormModal>
  );
}
