import {
  IMPORT_PARTS,
  type ImportPart,
  type ImportsResponse,
  type StartImportRequest,
} from '#contract/resources/import';
import {
  Button,
  Checkbox,
  FileInput,
  Group,
  Paper,
  PasswordInput,
  Radio,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Title,
} from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconTrash } from '@tabler/icons-react';
import { formatExact } from '../../lib/format/format';
import type { Action } from '../../lib/interaction/use-action';
import { ConfirmButton } from '../../ui/button/confirm-button';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog';
import { isDay } from '../../ui/time-range/ranges';
import { TimeField } from '../../ui/time-range/time-field';

const MIB = 1024 ** 2;

interface ImportFormProps {
  imports: ImportsResponse;
  /** A run goes on: no other one can start. */
  isBusy: boolean;
  upload: Action<[File]>;
  removeUpload: Action<[string]>;
  start: Action<[StartImportRequest]>;
}

/** Source and scope of a run. */
export function ImportForm({ imports, isBusy, upload, removeUpload, start }: ImportFormProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<'file' | 'address'>('file');
  const [file, setFile] = useState<File | null>(null);
  const [address, setAddress] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [parts, setParts] = useState<ImportPart[]>([...IMPORT_PARTS]);
  const [since, setSince] = useState('');
  const [keepPrices, setKeepPrices] = useState(false);
  const [update, setUpdate] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { uploads } = imports;
  const selected = uploads.find(({ id }) => id === chosen) ?? uploads[0];
  const hasBadDay = since.trim() !== '' && !isDay(since.trim());
  const hasSource = kind === 'file' ? selected !== undefined : address.trim() !== '';
  const isReady = hasSource && !hasBadDay && parts.length > 0;

  function begin(dryRun: boolean) {
    setAsking(false);
    void start.run({
      ...(kind === 'file' ? { upload: selected?.id } : { address: address.trim() }),
      dry_run: dryRun,
      parts,
      ...(since.trim() !== '' && { since: since.trim() }),
      keep_prices: keepPrices,
      update,
    });
  }

  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="md">
        <Title order={2} size="h4">
          {t('importing.source')}
        </Title>
        <SegmentedControl
          aria-label={t('importing.source')}
          value={kind}
          onChange={setKind}
          data={[
            { value: 'file', label: t('importing.file') },
            { value: 'address', label: t('importing.address') },
          ]}
          maw={420}
        />
        {kind === 'file' ? (
          <>
            <Group align="flex-end" gap="sm">
              <FileInput
                label={t('importing.chooseFile')}
                placeholder={t('importing.chooseFile')}
                description={t('importing.fileHint', { size: formatExact(imports.max_bytes / MIB) })}
                value={file}
                onChange={setFile}
                flex={1}
                miw={240}
              />
              <Button
                variant="default"
                disabled={!file}
                loading={upload.pending}
                onClick={() => {
                  if (file) void upload.run(file).then((isDone) => isDone && setFile(null));
                }}
              >
                {t('importing.upload')}
              </Button>
            </Group>
            {uploads.length > 0 && (
              <Radio.Group label={t('importing.uploads')} value={selected?.id ?? ''} onChange={setChosen}>
                <Stack gap={4} mt={4}>
                  {uploads.map(({ id, name, bytes }) => (
                    <Group key={id} gap="xs" wrap="nowrap">
                      <Radio
                        value={id}
                        label={`${name} (${formatExact(Math.ceil(bytes / 1024))} KiB)`}
                        style={{ overflowWrap: 'anywhere' }}
                      />
                      <ConfirmButton
                        label={`${t('importing.removeFile')}: ${name}`}
                        title={t('importing.removeFile')}
                        name={name}
                        icon={<IconTrash size={16} stroke={1.75} />}
                        confirm={t('importing.removeFile')}
                        onConfirm={() => removeUpload.run(id)}
                      />
                    </Group>
                  ))}
                </Stack>
              </Radio.Group>
            )}
          </>
        ) : (
          <PasswordInput
            label={t('importing.addressLabel')}
            description={t('importing.addressHint')}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            autoComplete="off"
            maxLength={2000}
          />
        )}
        <Title order={2} size="h4">
          {t('importing.choices')}
        </Title>
        <Checkbox.Group
          label={t('importing.parts')}
          value={parts}
          onChange={(values) => setParts(IMPORT_PARTS.filter((part) => values.includes(part)))}
        >
          <SimpleGrid cols={{ base: 2, sm: 3, md: 5 }} spacing="xs" mt={4}>
            {IMPORT_PARTS.map((part) => (
              <Checkbox key={part} value={part} label={t(`importing.part.${part}`)} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        <TimeField
          isWholeDay
          label={t('importing.since')}
          description={t('importing.sinceHint')}
          error={hasBadDay && t('timeRange.badDay')}
          value={since}
          onChange={setSince}
          maw={420}
        />
        <Switch
          label={t('importing.keepPrices')}
          description={t('importing.keepPricesHint')}
          checked={keepPrices}
          onChange={(event) => setKeepPrices(event.currentTarget.checked)}
        />
        <Switch
          label={t('importing.update')}
          description={t('importing.updateHint')}
          checked={update}
          onChange={(event) => setUpdate(event.currentTarget.checked)}
        />
        <Text size="sm" c="dimmed">
          {t('importing.dryRunHint')}
        </Text>
        <Group gap="sm">
          <Button disabled={!isReady || isBusy} loading={start.pending} onClick={() => begin(true)}>
            {t('importing.dryRun')}
          </Button>
          <Button variant="default" disabled={!isReady || isBusy} onClick={() => setAsking(true)}>
            {t('importing.start')}
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={isAsking}
        title={t('importing.startTitle')}
        text={
          <Stack gap="xs">
            <Text size="sm">{t('importing.startText')}</Text>
            <Text size="sm">{t('importing.signInNext')}</Text>
          </Stack>
        }
        confirm={t('importing.start')}
        danger={false}
        onConfirm={() => begin(false)}
        onCancel={() => setAsking(false)}
      />
    </Paper>
  );
}
