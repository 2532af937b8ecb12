import { Role } from '#contract/enums';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../lib/api/session';
import { toast } from '../../../lib/interaction/toast';
import { useSteady } from '../../../lib/interaction/use-steady';
import { firstError, messageOf } from '../../../lib/interaction/use-action';
import { FormModal } from '../../../ui/form/form-modal';
import { useUnsavedGuard } from '../../../ui/dialog/use-unsaved-guard';
import { ChannelAdvancedFields, ChannelRoutingFields } from './channel-advanced-fields';
import { ChannelBasicFields } from './channel-basic-fields';
import { hasMoved } from './channel-destination';
import {
  type ChannelValues,
  keyLines,
  NEW_CHANNEL,
  toChange,
  toInput,
  toValues,
} from './channel-form-values';
import { type Recognised, KeyRecognition } from './key-recognition';
import { ChannelModelFields } from './channel-model-fields';
import { ChannelSettingFields } from './channel-setting-fields';
import { ChannelUpstreamFields } from './channel-upstream-fields';
import { UnsavedTest } from './unsaved-test';
import { useChannelChecks } from './use-channel-checks';
import { useChannel, useChannelWrites, useKnownModels } from './use-channel-form';
import { needsAddress, useChannelTypes } from '../use-channel-types';
import { useV1Question } from './use-v1-question';

interface ChannelFormProps {
  /** The channel to edit; absent = create. */
  id?: number;
  onClose: () => void;
  onWritten: () => Promise<void>;
}

export function ChannelForm({ id, onClose, onWritten }: ChannelFormProps) {
  const { t } = useTranslation();
  const creating = id === undefined;
  const channel = useChannel(id);
  const knownModels = useKnownModels();
  const types = useChannelTypes();
  const { create, update } = useChannelWrites(onWritten);
  const checks = useChannelChecks();
  const viewer = useSession();
  const form = useForm<ChannelValues>({
    initialValues: NEW_CHANNEL,
    validateInputOnBlur: true,
    validate: useSteady({
      name: (name: string) => (name.trim() ? null : t('channelForm.needName')),
      key: (key: string, values: ChannelValues) => {
        if (key.trim()) return null;
        if (creating) return t('channelForm.needKey');
        const mayMove = (viewer?.role ?? 0) >= Role.root;
        return channel.data && !mayMove && hasMoved(channel.data, values)
          ? t('channelForm.needKeyAgain')
          : null;
      },
      models: (models: string[]) => (models.length > 0 ? null : t('channelForm.needModel')),
      baseUrl: (url: string, { type }: ChannelValues) =>
        url.trim() === '' && needsAddress(types.of(type)) ? t('channelForm.needUrl') : null,
      ...checks,
    }),
  });
  const { initialize, resetDirty, setFieldValue } = form;
  const [keyForm, setKeyForm] = useState(0);
  const untouched = creating && form.values.models.length === 0 && !form.isTouched('models');

  useEffect(() => {
    if (channel.data) initialize(toValues(channel.data));
  }, [channel.data, initialize]);

  // A new channel is prefilled with the models of its type once they are loaded.
  const initialModels = types.of(NEW_CHANNEL.type)?.models;
  useEffect(() => {
    if (!untouched || form.values.type !== NEW_CHANNEL.type || !initialModels?.length) return;
    setFieldValue('models', initialModels);
    // Prefilled models do not count as unsaved changes.
    resetDirty({ ...NEW_CHANNEL, models: initialModels });
  }, [initialModels, untouched, form.values.type, setFieldValue, resetDirty]);

  function changeType(type: number) {
    const before = types.of(form.values.type)?.models;
    const prefilled = form.values.models.join() === before?.join();
    form.setFieldValue('type', type);
    if (form.values.models.length === 0 || (creating && prefilled)) {
      form.setFieldValue('models', types.of(type)?.models ?? []);
    }
  }

  function fillIn({ candidate, name, key }: Recognised) {
    const { type, base_url: baseUrl, models } = candidate;
    const chosen = types.of(type);
    form.setValues({
      type,
      key,
      baseUrl,
      batch: keyLines(key) > 1 && chosen?.form.key_is_document !== true,
      models: models.length > 0 ? models : (chosen?.models ?? []),
      ...(form.values.name.trim() === '' && { name }),
    });
    setKeyForm(candidate.key_form);
    form.clearErrors();
    form.getInputNode('name')?.focus();
  }

  const steadily = useSteady({ changeType, fillIn });

  const guard = useUnsavedGuard(form.isDirty(), onClose);

  async function submit(values: ChannelValues) {
    if (await (id === undefined ? create.run(toInput(values)) : edited(id, values))) guard.leave();
  }

  /** Also sent without a change: the server checks channels that were imported incomplete. */
  async function edited(channelId: number, values: ChannelValues): Promise<boolean> {
    return channel.data !== undefined && update.run(channelId, toChange(values, channel.data));
  }

  const stored = channel.data && toValues(channel.data).baseUrl;
  const question = useV1Question(form, stored, types, (values) => void submit(values));
  const upstreamPaths = types.of(form.values.type)?.form.paths ?? [];
  const ready = types.loaded && (creating || channel.data !== undefined);
  const failure = channel.error ?? types.error;

  function refuse(errors: Record<string, unknown>) {
    if (creating && (errors.name || errors.key)) toast.error(t('channelForm.needNameKey'));
    else toast.error(firstError(errors));
    form.getInputNode(Object.keys(errors)[0] ?? '')?.focus();
  }

  return (
    <FormModal
      opened
      sticky
      title={t(creating ? 'channel.createTitle' : 'channel.editTitle')}
      side={creating ? 'left' : 'right'}
      loading={!ready}
      {...(failure !== undefined &&
        !ready && {
          failed: {
            message: messageOf(failure),
            retry: () => {
              types.retry();
              channel.retry();
            },
          },
        })}
      pending={create.pending || update.pending}
      onSubmit={form.onSubmit(question.submit, refuse)}
      guard={guard}
    >
      {creating && <KeyRecognition types={types} onChoose={steadily.fillIn} />}
      <ChannelBasicFields
        form={form}
        keyForm={keyForm}
        question={question}
        creating={creating}
        otherInfo={channel.data?.other_info}
        types={types}
        onType={steadily.changeType}
      />
      {upstreamPaths.length > 0 && (
        <ChannelUpstreamFields key={channel.data?.id} form={form} paths={upstreamPaths} />
      )}
      <ChannelModelFields form={form} knownModels={knownModels} type={types.of(form.values.type)} id={id} />
      <UnsavedTest form={form} id={id} />
      <ChannelRoutingFields form={form} />
      <ChannelSettingFields form={form} />
      <ChannelAdvancedFields form={form} />
    </FormModal>
  );
}
