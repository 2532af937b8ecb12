import { Role } from '#contract/enums';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../lib/api/session';
import { declaredLanguage } from '../../../text';
import { toast } from '../../../lib/interaction/toast';
import { useSteady } from '../../../lib/interaction/use-steady';
import { firstError, messageOf } from '../../../lib/interaction/use-action';
import { FormModal } from '../../../ui/form/form-modal';
import { FormSection } from '../../../ui/form/form-section';
import { useUnsavedGuard } from '../../../ui/dialog/use-unsaved-guard';
import { AdvancedGroups, useOpenGroups } from './advanced/advanced-groups';
import { FurtherFields } from './advanced/further-fields';
import { groupDifferences, groupsWithErrors } from './advanced/group-differences';
import { MappingFields } from './advanced/mapping-fields';
import { RoutingFields } from './advanced/routing-fields';
import { UpstreamFields } from './advanced/upstream-fields';
import { ChannelBasicFields } from './channel-basic-fields';
import { hasMoved } from './channel-destination';
import { keyLines, toValues } from './channel-form-values';
import { type ChannelValues, NEW_CHANNEL } from './channel-values';
import { type Recognised, KeyRecognition } from './key-recognition';
import { ChannelModelFields } from './channel-model-fields';
import { UnsavedTest } from './testing/unsaved-test';
import { useChannelSaves } from './testing/use-channel-saves';
import { useKeyOwner } from './use-key-owner';
import { useChannelChecks } from './use-channel-checks';
import { useChannel, useKnownModels } from './use-channel-form';
import { isAddressBasic, needsAddress, useChannelTypes } from '../use-channel-types';
import { useV1Question } from './use-v1-question';

const NO_REFERENCES: readonly never[] = [];

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
  const checks = useChannelChecks();
  const viewer = useSession();
  const changed = useRef(new Set<string>());
  const form = useForm<ChannelValues>({
    initialValues: NEW_CHANNEL,
    // Nothing is reported before it was changed: a field that is only passed through is not.
    onValuesChange: (values, previous) => {
      const before = new Map<string, unknown>(Object.entries(previous));
      for (const [field, value] of Object.entries(values))
        if (value !== before.get(field)) changed.current.add(field);
    },
    enhanceGetInputProps: ({ field, form: { validateField } }) => ({
      onBlur: () => changed.current.has(field) && void validateField(field),
    }),
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
  const [offered, setOffered] = useState<readonly string[]>();
  /** Whether the user chose the provider, which no key changes then. */
  const choseType = useRef(false);
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

  /** The name that was filled in from the provider, until the user enters one. */
  const filledName = useRef('');
  /** Whether the user has entered no name. */
  function isNameFree(): boolean {
    const name = form.getValues().name.trim();
    return name === '' || name === filledName.current;
  }

  function fillName(type = form.getValues().type) {
    if (!creating || !isNameFree()) return;
    filledName.current = types.of(type)?.name[declaredLanguage()] ?? '';
    form.setFieldValue('name', filledName.current);
    form.clearFieldError('name');
  }

  function fillEmptyName() {
    if (form.getValues().name === '') fillName();
  }

  function changeType(type: number) {
    const before = types.of(form.values.type)?.models;
    const prefilled = form.values.models.join() === before?.join();
    form.setFieldValue('type', type);
    choseType.current = true;
    setOffered(undefined);
    if (form.values.models.length === 0 || (creating && prefilled)) {
      form.setFieldValue('models', types.of(type)?.models ?? []);
    }
    fillName(type);
  }

  function fillIn({ candidate, name, key }: Recognised) {
    const { type, base_url: baseUrl } = candidate;
    const chosen = types.of(type);
    const models = candidate.models.length > 0 ? candidate.models : (chosen?.models ?? []);
    const takesName = isNameFree();
    if (takesName) filledName.current = name;
    form.setValues({
      type,
      key,
      baseUrl,
      batch: keyLines(key) > 1 && chosen?.form.key_is_document !== true,
      models,
      ...(takesName && { name }),
    });
    setKeyForm(candidate.key_form);
    setOffered(models);
    form.clearErrors();
  }

  function fillInChosen(recognised: Recognised) {
    fillIn(recognised);
    form.getInputNode('name')?.focus();
  }

  const recognition = useKeyOwner(types, (recognised) => {
    if (choseType.current || form.getValues().key.trim() !== recognised.key) return;
    fillIn(recognised);
    toast.success(t('keyRecognition.filled', { name: recognised.name }));
  });

  function recognisePasted(key: string) {
    if (creating && !choseType.current) recognition.find(key);
  }

  const steadily = useSteady({ changeType, fillInChosen, fillEmptyName, recognisePasted });

  // A key says that the provider is chosen.
  const hasKey = form.values.key.trim() !== '';
  useEffect(() => {
    if (hasKey) steadily.fillEmptyName();
  }, [hasKey, steadily]);

  const guard = useUnsavedGuard(form.isDirty(), onClose);
  const saves = useChannelSaves(id, channel.data, onWritten, guard.leave);

  const stored = channel.data && toValues(channel.data).baseUrl;
  const type = types.of(form.values.type);
  const question = useV1Question(form, stored, types);
  const addressIsBasic = isAddressBasic(type);
  const differences = groupDifferences(form.values, addressIsBasic);
  const groups = useOpenGroups(differences);
  const ready = types.loaded && (creating || channel.data !== undefined);
  const failure = channel.error ?? types.error;
  const isTestable = type?.testable === true;

  function submitWith(save: (values: ChannelValues) => Promise<void>) {
    form.onSubmit((values) => question.submit(values, (settled) => void save(settled)), refuse)();
  }

  function runTest() {
    const values = form.getValues();
    if (!creating || values.key.trim() !== '') return saves.test.run(values);
    form.setFieldError('key', t('channelForm.needKey'));
    toast.error(t('channelForm.needKey'));
  }

  function refuse(errors: Record<string, unknown>) {
    if (creating && (errors.name || errors.key)) toast.error(t('channelForm.needNameKey'));
    else toast.error(firstError(errors));
    // A field in a closed group cannot have the focus.
    flushSync(() => groups.open(groupsWithErrors(errors, form.getValues(), addressIsBasic)));
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
      pending={saves.saving}
      recommended={
        isTestable
          ? {
              label: t('unsavedTest.testAndSave'),
              pending: saves.test.pending,
              onAct: () => submitWith(saves.saveTested),
            }
          : undefined
      }
      onSubmit={() => submitWith(saves.save)}
      guard={guard}
    >
      {creating && <KeyRecognition types={types} onChoose={steadily.fillInChosen} />}
      <FormSection title={t('channelForm.basics')}>
        <ChannelBasicFields
          form={form}
          keyForm={keyForm}
          question={question}
          creating={creating}
          otherInfo={channel.data?.other_info}
          references={channel.data?.key_references ?? NO_REFERENCES}
          types={types}
          onType={steadily.changeType}
          onPasted={steadily.recognisePasted}
        />
        <ChannelModelFields form={form} knownModels={knownModels} type={type} id={id} offered={offered} />
      </FormSection>
      <UnsavedTest
        test={saves.test}
        isTestable={isTestable}
        saving={saves.saving}
        onRun={runTest}
        onSaveDisabled={() => submitWith(saves.saveDisabled)}
      />
      <AdvancedGroups differences={differences} groups={groups}>
        {{
          routing: <RoutingFields form={form} />,
          mappings: <MappingFields form={form} />,
          upstream: <UpstreamFields form={form} type={type} question={question} />,
          further: <FurtherFields form={form} />,
        }}
      </AdvancedGroups>
    </FormModal>
  );
}
