import type { AlertsResponse } from '#contract/resources/alert';
import { Button, Group, Select, Skeleton, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../lib/interaction/use-action';
import { useLocalized } from '../../text/localized';
import { GuardedModal, Modal } from '../../ui/dialog/modal';
import { useUnsavedGuard } from '../../ui/dialog/use-unsaved-guard';
import { LoadFailed } from '../../ui/feedback/empty-state';
import { LanguageSelect } from '../../ui/form/language-select';
import { ChannelFields } from '../personal/channel-fields';
import {
  fieldProblem,
  fieldsOf,
  type NotificationChannels,
  type SettingValues,
  toInput,
  toValues,
} from '../personal/setting-values';
import { useNotificationChannels } from '../personal/use-notification-channels';
import type { AlertActions } from './use-alerts';

interface TargetDialogProps {
  /** Id of the notification channel; '' for a new one. */
  channel: string;
  targets: AlertsResponse['targets'];
  save: AlertActions['saveTarget'];
  onClose: () => void;
}

/** Sets up a notification channel for alerts. */
export function TargetDialog(props: TargetDialogProps) {
  const { t } = useTranslation();
  const { channels, error, retry } = useNotificationChannels();
  const title = t(props.channel === '' ? 'alerts.targets.add' : 'alerts.targets.edit');
  if (channels) return <TargetForm {...props} title={title} channels={channels} />;
  return (
    <Modal opened onClose={props.onClose} title={title}>
      {error === undefined ? <Skeleton h={160} /> : <LoadFailed message={messageOf(error)} onRetry={retry} />}
    </Modal>
  );
}

interface TargetFormProps extends TargetDialogProps {
  title: string;
  channels: NotificationChannels;
}

function TargetForm({ channel, targets, save, onClose, title, channels }: TargetFormProps) {
  const { t } = useTranslation();
  const localized = useLocalized();
  // Each is set up once; one that is there is changed from the list.
  const offered = channels.filter(
    ({ id }) => id === channel || (channel === '' && !targets.some((target) => target.channel === id)),
  );
  const setting = targets.find((target) => target.channel === channel)?.setting ?? '';
  const form = useForm<SettingValues>({
    initialValues: toValues(setting, offered),
    validateInputOnBlur: true,
    validate: (values) =>
      Object.fromEntries(
        fieldsOf(values, offered).map((field) => {
          const problem = fieldProblem(field, localized(field.label), { values, setting, channels: offered });
          return [`fields.${field.name}`, problem ?? null];
        }),
      ),
  });
  const guard = useUnsavedGuard(form.isDirty(), onClose);
  const chosen = offered.find(({ id }) => id === form.values.channel);

  async function submit(values: SettingValues): Promise<void> {
    const {
      quota_warning_threshold: _,
      accept_unset_model_ratio_model: __,
      ...target
    } = toInput(values, offered);
    if (await save.run({ ...target, language: values.language })) guard.leave();
  }

  return (
    <GuardedModal guard={guard} title={title}>
      <form noValidate autoComplete="off" onSubmit={form.onSubmit((values) => void submit(values))}>
        <Stack gap="md">
          <Select
            label={t('alerts.targets.kind')}
            data={offered.map(({ id, name }) => ({ value: id, label: localized(name) }))}
            allowDeselect={false}
            disabled={channel !== ''}
            {...form.getInputProps('channel')}
          />
          {chosen && <ChannelFields key={chosen.id} form={form} channel={chosen} setting={setting} />}
          <LanguageSelect label={t('personalPage.setting.language')} {...form.getInputProps('language')} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={guard.close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={save.pending} disabled={!chosen}>
              {t('common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </GuardedModal>
  );
}
