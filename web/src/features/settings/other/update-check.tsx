import { Button, Group, Text } from '@mantine/core';
import { IconExternalLink, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import type { ReleaseResponse } from '#contract/resources/status';
import { useStatus } from '../../../lib/api/use-status';
import { Markdown } from '../../../ui/text/markdown';
import { Modal } from '../../../ui/dialog/modal';
import { useOptions } from '../use-options';
import { get } from '../../../lib/api/api';
import { toast } from '../../../lib/interaction/toast';
import { useAction } from '../../../lib/interaction/use-action';

/** Checks for a newer release at the configured address, else at the product's repository. */
export function UpdateCheck() {
  const { t } = useTranslation();
  const { repository } = useStatus();
  const { values } = useOptions();
  const address = values.ReleaseAddress || repository;
  const { found, check, forget } = useRelease();
  return (
    <Group mt="lg" gap="sm">
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} stroke={1.75} />}
        disabled={address === ''}
        aria-describedby="update-check-note"
        loading={check.pending}
        onClick={() => void check.run()}
      >
        {t('settings.other.info.check')}
      </Button>
      <Text id="update-check-note" size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {address === ''
          ? t('settings.other.info.noRepository')
          : t('settings.other.info.asks', { host: new URL(address).host })}
      </Text>
      {found && (
        <Modal opened onClose={forget} size="lg" title={t('settings.other.info.newer', { tag: found.tag })}>
          <Markdown text={found.notes || t('settings.other.info.noNotes')} images="ask" />
          <Group justify="flex-end" mt="lg">
            <Button
              component="a"
              href={found.link}
              target="_blank"
              rel="noopener noreferrer"
              rightSection={<IconExternalLink size={16} stroke={1.75} />}
            >
              {t('settings.other.info.details')}
            </Button>
          </Group>
        </Modal>
      )}
    </Group>
  );
}

/** Fetches the latest release; one that differs from the running version is returned as `found`. */
function useRelease() {
  const { t } = useTranslation();
  const { version } = useStatus();
  const [found, setFound] = useState<ReleaseResponse>();
  const check = useAction(
    () => get<ReleaseResponse>('/api/status/release'),
    (release) => {
      const { tag } = release;
      if (tag.replace(/^v/, '') === version) toast.success(t('settings.other.info.latest', { tag }));
      else setFound(release);
    },
  );
  return { found, check, forget: () => setFound(undefined) };
}
