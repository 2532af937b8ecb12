import { Group, Popover, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../../ui/button/copy-text';
import { useAnchored } from '../../ui/button/use-anchored';
import { StatusBadge } from '../../ui/badge/status-badge';
import { hint } from '../../ui/feedback/hint';
import classes from './channel-cells.module.css';

interface ReasonBadgeProps {
  color: string;
  label: string;
  /** Reason, time and the like; shown as hint, and on a click with a button that copies them. */
  details: string[];
}

/** A status with its reason. */
export function ReasonBadge({ color, label, details }: ReasonBadgeProps) {
  const { t } = useTranslation();
  const { button, box, toggle } = useAnchored('dialog');
  const badge = <StatusBadge color={color}>{label}</StatusBadge>;
  if (details.length === 0) return badge;
  const text = details.join(t('channel.comma'));
  return (
    <>
      <UnstyledButton
        {...button}
        {...hint(text)}
        className={classes.why}
        aria-label={`${label}. ${text}`}
        onClick={(event) => {
          event.stopPropagation();
          toggle(event);
        }}
      >
        {badge}
      </UnstyledButton>
      {box && (
        <Popover {...box.control} position="bottom" withArrow width={360}>
          {box.anchor}
          <Popover.Dropdown>
            <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {details.join('\n')}
            </Text>
            <Group justify="flex-end" mt="xs">
              <CopyText text={text} label={t('channel.copyReason')} secret />
            </Group>
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  );
}
