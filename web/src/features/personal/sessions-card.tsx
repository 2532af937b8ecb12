import type { SessionResponse } from '#contract/resources/accounts/session';
import { Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { formatTime } from '../../lib/format/format';
import { messageOf, useAction } from '../../lib/interaction/use-action';
import { LoadFailed } from '../../ui/feedback/empty-state';
import { StatusBadge } from '../../ui/badge/status-badge';
import classes from './personal.module.css';
import { describeUserAgent } from './user-agent';
import { call, get } from '../../lib/api/api';
import { toast } from '../../lib/interaction/toast';

/** Lists the account's sessions and ends them. */
export function SessionsCard() {
  const { t } = useTranslation();
  const { sessions, error, refresh, end, endOthers } = useSessions();
  const others = sessions?.some(({ current }) => !current) ?? false;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="sessions">
      <Group justify="space-between" gap="sm">
        <Title order={2} id="sessions">
          {t('personalPage.sessions.title')}
        </Title>
        <Button
          variant="default"
          size="xs"
          disabled={!others}
          loading={endOthers.pending}
          onClick={() => void endOthers.run()}
        >
          {t('personalPage.sessions.endOthers')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mb="xs">
        {t('personalPage.sessions.hint')}
      </Text>
      {error ? (
        <LoadFailed message={messageOf(error)} onRetry={() => void refresh()} />
      ) : sessions ? (
        <ul className={classes.rows}>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              pending={end.pending}
              onEnd={() => void end.run(session.id)}
            />
          ))}
        </ul>
      ) : (
        <Skeleton h={56} />
      )}
    </Paper>
  );
}

interface SessionRowProps {
  session: SessionResponse;
  pending: boolean;
  onEnd: () => void;
}

function SessionRow({ session, pending, onEnd }: SessionRowProps) {
  const { t } = useTranslation();
  const { address, user_agent, first_seen, last_seen, ends_at, current } = session;
  const browser = describeUserAgent(user_agent) || t('personalPage.sessions.unknown');
  return (
    <li>
      <div className={classes.what}>
        <Group gap={6}>
          <Text size="sm" fw={500} title={user_agent}>
            {browser}
          </Text>
          {current && <StatusBadge color="green">{t('personalPage.sessions.current')}</StatusBadge>}
        </Group>
        <Text size="xs" c="dimmed">
          {address}
        </Text>
        <Text size="xs" c="dimmed">
          {t('personalPage.sessions.seen', { first: formatTime(first_seen), last: formatTime(last_seen) })}
        </Text>
        <Text size="xs" c="dimmed">
          {t('personalPage.sessions.ends', { time: formatTime(ends_at) })}
        </Text>
      </div>
      {!current && (
        <Button
          variant="default"
          size="xs"
          flex="none"
          disabled={pending}
          aria-label={t('personalPage.sessions.endOf', { browser, address })}
          onClick={onEnd}
        >
          {t('personalPage.sessions.end')}
        </Button>
      )}
    </li>
  );
}

const PATH = '/api/user/sessions';

function useSessions() {
  const { t } = useTranslation();
  const { data: sessions, error, mutate } = useSWR(PATH, (path: string) => get<SessionResponse[]>(path));

  async function ended(): Promise<void> {
    toast.success(t('personalPage.sessions.ended'));
    await mutate();
  }

  return {
    sessions,
    error: error as unknown,
    refresh: () => mutate(),
    end: useAction((id: string) => call<null>('DELETE', `${PATH}/${id}`), ended),
    endOthers: useAction(() => call<number>('DELETE', PATH), ended),
  };
}
