import { Alert, Anchor, Button, FileButton, Group, List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ChannelKeyReference } from '#contract/resources/channels/channel';
import type { ChannelTypeResponse } from '#contract/resources/channels/channel-type';
import { formatTime } from '../../../lib/format/format';
import { parseObject } from '../../../lib/format/json';
import { declaredLanguage } from '../../../text';
import { isRecord } from './channel-checks';
import { keyLines } from './channel-form-values';
import type { ChannelValues } from './channel-values';
import { ChannelKeyParts } from './channel-key-parts';
import { KeyReferences } from './key-references';
import { isMultiKey, readSetting, withSetting } from './channel-setting';
import { GENERAL_FORM } from '../use-channel-types';
import { hint } from '../../../ui/feedback/hint';
import { toast } from '../../../lib/interaction/toast';
import { type FormOf, formPart } from '../../../ui/form/form-part';
import { Checkbox, PasswordInput, Switch, Textarea } from '../../../ui/form/inputs';

interface Props {
  form: FormOf<ChannelValues, 'key' | 'batch' | 'setting'>;
  type: ChannelTypeResponse | undefined;
  creating: boolean;
  /** Form of the key that is shown first, for types with several. */
  keyForm: number;
  /** `other_info` of the edited channel; lists its disabled keys. */
  otherInfo: string | undefined;
  /** References of the stored key of the edited channel. */
  references: readonly ChannelKeyReference[];
  /** A key was pasted as a whole. */
  onPasted: (key: string) => void;
}

/** Key input: one key, one channel per line, or several keys that one channel rotates through. */
export const ChannelKeyField = formPart(['key', 'batch', 'setting'], function ChannelKeyField(props: Props) {
  const { form, type, creating, keyForm, otherInfo, references, onPasted } = props;
  const { t } = useTranslation();
  const { batch, setting, key } = form.values;
  const {
    key_hint: keyHint,
    key_is_document: keyIsJson,
    key_forms: keyForms,
    key_page: keyPage,
  } = type?.form ?? GENERAL_FORM;
  const multi = isMultiKey(setting);
  const perLine = multi || (batch && !keyIsJson);
  const count = keyLines(key);
  const shared = {
    label: t('channelForm.key'),
    withAsterisk: creating,
    ...(creating && { 'data-autofocus': true }),
    placeholder: perLine
      ? t('channelForm.batchPlaceholder')
      : (keyHint?.[declaredLanguage()] ?? t('channelForm.keyUsual')),
    description: creating ? undefined : t('channelForm.keyKeep'),
    ...form.getInputProps('key'),
  };
  return (
    <>
      {keyForms.length > 0 && !perLine ? (
        <ChannelKeyParts
          key={`${type?.type}-${keyForm}`}
          initial={keyForm}
          forms={keyForms}
          value={key}
          required={creating}
          description={shared.description}
          error={form.errors.key}
          onChange={(value) => form.setFieldValue('key', value)}
        />
      ) : perLine || keyIsJson ? (
        <Textarea
          {...shared}
          autosize
          minRows={keyIsJson ? 10 : 4}
          maxRows={16}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
        />
      ) : (
        <PasswordInput
          {...shared}
          autoComplete="new-password"
          onPaste={(event) => {
            if (key === '') onPasted(event.clipboardData.getData('text'));
          }}
          visibilityToggleButtonProps={{ 'aria-label': t('common.reveal'), tabIndex: 0 }}
        />
      )}
      {keyIsJson && <KeyFile onText={(text) => form.setFieldValue('key', text)} />}
      <KeyReferences value={key} stored={references} />
      {keyPage !== '' && (
        <Anchor href={keyPage} target="_blank" rel="noreferrer" size="xs">
          {t('channelForm.keyPage')}
        </Anchor>
      )}
      {perLine && count > 0 && (
        <Text size="xs" c="dimmed" aria-live="polite">
          {t(multi ? 'channelForm.keyCount' : 'channelForm.batchCount', { n: count })}
        </Text>
      )}
      {otherInfo && <DeadKeys info={otherInfo} />}
      <Group gap="lg">
        {creating && !keyIsJson && !multi && (
          <Checkbox
            size="xs"
            label={t('channelForm.batch')}
            {...hint(t('channelForm.batchHint'))}
            {...form.getInputProps('batch', { type: 'checkbox' })}
          />
        )}
        <Switch
          size="xs"
          label={t('channelSetting.multi_key')}
          description={multi ? t('channelSetting.multi_key_hint') : undefined}
          disabled={readSetting(setting) === undefined}
          checked={multi}
          onChange={(event) =>
            form.setFieldValue('setting', withSetting(setting, 'multi_key', event.currentTarget.checked))
          }
        />
      </Group>
    </>
  );
});

/** Keys that the upstream rejected, by line; saving new keys clears the list. */
function DeadKeys({ info }: { info: string }) {
  const { t } = useTranslation();
  const dead = parseObject(info)?.dead_keys;
  const entries = isRecord(dead) ? Object.entries(dead) : [];
  if (entries.length === 0) return null;
  return (
    <Alert color="yellow" title={t('channelForm.deadKeys', { n: entries.length })}>
      <List size="sm">
        {entries.map(([index, about]) => (
          <List.Item key={index} style={{ overflowWrap: 'anywhere' }}>
            {t('channelForm.deadKey', {
              line: Number(index) + 1,
              reason:
                isRecord(about) && typeof about.reason === 'string' ? about.reason : t('common.unknown'),
              time: formatTime(isRecord(about) && typeof about.time === 'number' ? about.time : 0),
            })}
          </List.Item>
        ))}
      </List>
      <Text size="xs" mt={4}>
        {t('channelForm.deadKeysHint')}
      </Text>
    </Alert>
  );
}

/** Larger files are no key documents. */
const MAX_BYTES = 64 * 1024;

/** Reads a key document, such as that of a service account, from a file. */
function KeyFile({ onText }: { onText: (text: string) => void }) {
  const { t } = useTranslation();

  async function read(file: File | null) {
    if (!file) return;
    if (file.size > MAX_BYTES) return toast.error(t('channelForm.keyFileTooLarge'));
    onText((await file.text()).trim());
  }

  return (
    <FileButton accept="application/json,.json" onChange={(file) => void read(file)}>
      {(props) => (
        <Button {...props} variant="default" size="xs" w="fit-content">
          {t('channelForm.keyFile')}
        </Button>
      )}
    </FileButton>
  );
}
