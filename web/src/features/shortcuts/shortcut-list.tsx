import { Kbd, SimpleGrid, Switch, Title } from '@mantine/core';
import { useOs } from '@mantine/hooks';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isAdmin, useSession } from '../../lib/api/session';
import { Modal } from '../../ui/dialog/modal';
import classes from './shortcut-list.module.css';
import type { Destination } from './use-destinations';

interface ShortcutListProps {
  destinations: Destination[];
  /** True if single-key shortcuts are enabled. */
  enabled: boolean;
  onEnabled: (enabled: boolean) => void;
  onClose: () => void;
}

/** All keyboard shortcuts, and a switch for the single-key ones. */
export function ShortcutList({ destinations, enabled, onEnabled, onClose }: ShortcutListProps) {
  const { t } = useTranslation();
  const os = useOs();
  const admin = isAdmin(useSession());
  const mod = os === 'macos' || os === 'ios' ? '⌘' : 'Ctrl';
  return (
    <Modal opened onClose={onClose} title={t('shortcuts.title')} size={720}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl" verticalSpacing="lg">
        <Keys title={t('shortcuts.goTo')} dimmed={!enabled}>
          {destinations.map(({ key, title }) => (
            <Line key={key} keys={['g', key]} does={t(title)} />
          ))}
        </Keys>
        <div>
          <Keys title={t('shortcuts.lists')} dimmed={!enabled}>
            <Line keys={['/']} does={t('shortcuts.search')} />
            <Line keys={['n']} does={t('shortcuts.create')} />
            <Line keys={['r']} does={t('shortcuts.refresh')} />
            <Line keys={['j']} does={t('shortcuts.down')} />
            <Line keys={['k']} does={t('shortcuts.up')} />
            <Line keys={['Enter']} does={t('shortcuts.open')} />
            <Line keys={['e']} does={t('shortcuts.edit')} />
            <Line keys={['x']} does={t('shortcuts.select')} />
          </Keys>
        </div>
        <Keys title={t('shortcuts.anywhere')}>
          <Line keys={[mod, 'K']} does={t('nav.palette')} />
          <Line keys={['?']} does={t('shortcuts.title')} />
          <Line keys={['Esc']} does={t('shortcuts.closePanel')} />
          <Line keys={[mod, 'Enter']} does={t('shortcuts.submit')} />
        </Keys>
        <Keys title={t('shortcuts.inPalette')}>
          <Line keys={['Tab']} does={t('shortcuts.moreActions')} />
          <Line keys={['>']} does={t('palette.commands')} />
          {admin && (
            <>
              <Line keys={['@']} does={t('palette.users')} />
              <Line keys={['#']} does={t('palette.channels')} />
              <Line keys={['/']} does={t('nav.settings')} />
            </>
          )}
        </Keys>
        <Switch
          label={t('shortcuts.switch')}
          description={t('shortcuts.switchHint')}
          checked={enabled}
          onChange={(event) => onEnabled(event.currentTarget.checked)}
        />
      </SimpleGrid>
    </Modal>
  );
}

function Keys({ title, dimmed, children }: { title: string; dimmed?: boolean; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={3} fz="sm" mb={4}>
        {title}
      </Title>
      <dl className={classes.keys} data-dimmed={dimmed || undefined}>
        {children}
      </dl>
    </section>
  );
}

function Line({ keys, does }: { keys: string[]; does: string }) {
  return (
    <div>
      <dt>{does}</dt>
      <dd>
        {keys.map((key, index) => (
          <Fragment key={key}>
            {index > 0 && ' '}
            <Kbd>{key}</Kbd>
          </Fragment>
        ))}
      </dd>
    </div>
  );
}
