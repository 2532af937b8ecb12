import { Button, CloseButton, Group, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { splitList } from '../../../lib/format/format';
import { useIsPhone } from '../../../lib/browser/use-is-phone';
import { Modal } from '../../../ui/dialog/modal';
import type { ChannelResponse } from '#contract/resources/channels/channel';
import { TestBadge, TestProblem, type TestResult } from './test-result';
import { useModelTests } from './use-model-tests';

/** Lists every model of a channel with a test button and the result. */
export function TestModelsModal({ channel, onClose }: { channel: ChannelResponse; onClose: () => void }) {
  const { t } = useTranslation();
  const phone = useIsPhone();
  const [search, setSearch] = useState('');
  const { results, run, runAll, stop, busy, passed, failed } = useModelTests(channel);
  const models = splitList(channel.models).filter((model) =>
    model.toLowerCase().includes(search.toLowerCase()),
  );

  function close() {
    stop();
    onClose();
  }

  return (
    <Modal opened onClose={close} title={t('channel.testTitle')} size="lg" fullScreen={phone}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('channel.testChannel', { name: channel.name })}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          aria-label={t('channel.testSearch')}
          placeholder={t('channel.testSearch')}
          leftSection={<IconSearch size={16} stroke={1.75} />}
          rightSection={
            search && <CloseButton size="sm" aria-label={t('common.clear')} onClick={() => setSearch('')} />
          }
          data-autofocus
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {busy ? (
          <Button variant="default" onClick={stop}>
            {t('channel.testStop')}
          </Button>
        ) : (
          <Button disabled={models.length === 0} onClick={() => void runAll(models)}>
            {t('channel.testEvery', { n: models.length })}
          </Button>
        )}
      </Group>
      <Group justify="space-between" my="xs" mih={18} aria-live="polite">
        <Text size="xs" c="dimmed">
          {t('channel.testFound', { n: models.length })}
        </Text>
        {passed + failed > 0 && (
          <Text size="xs" c="dimmed">
            {t('channel.testSummary', { passed, failed })}
          </Text>
        )}
      </Group>
      <ScrollArea.Autosize mah="50dvh" type="auto">
        <Stack component="ul" gap={2} pr="sm" pl={0} m={0} style={{ listStyle: 'none' }}>
          {models.map((model) => (
            <ModelRow key={model} model={model} result={results[model]} onRun={run} />
          ))}
        </Stack>
      </ScrollArea.Autosize>
    </Modal>
  );
}

/** A channel may have hundreds of models, and each result that arrives changes one row. */
const ModelRow = memo(function ModelRow({
  model,
  result,
  onRun,
}: {
  model: string;
  result: TestResult | undefined;
  onRun: (model: string) => Promise<void>;
}) {
  const { t } = useTranslation();
  return (
    <Group
      component="li"
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
        <TestProblem result={result} />
      </div>
      <Group gap="xs" wrap="nowrap">
        <TestBadge result={result} />
        <Button
          size="xs"
          variant="default"
          loading={result?.state === 'running'}
          disabled={result?.state === 'waiting'}
          aria-label={t('channel.testRun', { model })}
          onClick={() => void onRun(model)}
        >
          {t('common.test')}
        </Button>
      </Group>
    </Group>
  );
});
