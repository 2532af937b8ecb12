import { Button, Group, Modal, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { splitList } from '../../lib/format';
import { messageOf } from '../../lib/use-action';
import { useIsPhone } from '../../lib/use-is-phone';
import { StatusBadge } from '../../ui/status-badge';
import type { Channel } from './channel.types';
import { testChannel } from './use-channels';

type Result =
  { state: 'running' } | { state: 'passed'; seconds: number } | { state: 'failed'; message: string };

/** Every model of a channel with a button to try it, and what came of it. */
export function TestModelsModal({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { t } = useTranslation();
  const phone = useIsPhone();
  const [search, setSearch] = useState('');
  const [results, setResults] = useState<Record<string, Result>>({});
  const models = splitList(channel.models).filter((model) =>
    model.toLowerCase().includes(search.toLowerCase()),
  );
  const note = (model: string, result: Result) => setResults((all) => ({ ...all, [model]: result }));

  async function run(model: string) {
    note(model, { state: 'running' });
    try {
      note(model, { state: 'passed', seconds: await testChannel(channel, model) });
    } catch (problem) {
      note(model, { state: 'failed', message: messageOf(problem) });
    }
  }

  return (
    <Modal opened onClose={onClose} title={t('channel.testTitle')} size="lg" fullScreen={phone}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('channel.testChannel', { name: channel.name })}
      </Text>
      <TextInput
        aria-label={t('channel.testSearch')}
        placeholder={t('channel.testSearch')}
        leftSection={<IconSearch size={16} stroke={1.75} />}
        data-autofocus
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Text size="xs" c="dimmed" my="xs" aria-live="polite">
        {search && t('channel.testFound', { n: models.length })}
      </Text>
      <ScrollArea.Autosize mah="50dvh" type="auto">
        <Stack gap={2} pr="sm">
          {models.map((model) => (
            <ModelRow key={model} model={model} result={results[model]} onRun={() => void run(model)} />
          ))}
        </Stack>
      </ScrollArea.Autosize>
    </Modal>
  );
}

function ModelRow({
  model,
  result,
  onRun,
}: {
  model: string;
  result: Result | undefined;
  onRun: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Group
      justify="space-between"
      wrap="nowrap"
      gap="sm"
      py={6}
      style={{ borderBottom: '1px solid var(--app-line)' }}
    >
      <div style={{ minWidth: 0 }}>
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {model}
        </Text>
        {result?.state === 'failed' && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert" style={{ overflowWrap: 'anywhere' }}>
            {result.message}
          </Text>
        )}
      </div>
      <Group gap="xs" wrap="nowrap">
        {result?.state === 'passed' && (
          <StatusBadge color="green">
            {t('channel.testPassed', { time: result.seconds.toFixed(2) })}
          </StatusBadge>
        )}
        <Button
          size="xs"
          variant="default"
          loading={result?.state === 'running'}
          aria-label={t('channel.testRun', { model })}
          onClick={onRun}
        >
          {t('common.test')}
        </Button>
      </Group>
    </Group>
  );
}
