import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../ui/badge/status-badge';

const KINDS = {
  IMAGINE: 'blue',
  UPSCALE: 'orange',
  VARIATION: 'grape',
  HIGH_VARIATION: 'grape',
  LOW_VARIATION: 'grape',
  PAN: 'cyan',
  DESCRIBE: 'yellow',
  BLEND: 'lime',
  UPLOAD: 'blue',
  SHORTEN: 'pink',
  REROLL: 'indigo',
  INPAINT: 'violet',
  ZOOM: 'teal',
  CUSTOM_ZOOM: 'teal',
  MODAL: 'green',
  SWAP_FACE: 'lime',
  VIDEO: 'red',
  EDITS: 'violet',
} as const;

const STATES = {
  SUCCESS: 'green',
  NOT_START: 'gray',
  SUBMITTED: 'yellow',
  IN_PROGRESS: 'blue',
  FAILURE: 'red',
  MODAL: 'yellow',
} as const;

const CODES = {
  1: { color: 'green', text: 'submitted' },
  21: { color: 'lime', text: 'waiting' },
  22: { color: 'orange', text: 'duplicate' },
  0: { color: 'yellow', text: 'notSubmitted' },
} as const;

export function KindBadge({ action }: { action: string }) {
  const { t } = useTranslation();
  if (!isKeyOf(KINDS, action)) return <StatusBadge color="gray">{t('common.unknown')}</StatusBadge>;
  return <StatusBadge color={KINDS[action]}>{t(`drawings.kinds.${action}`)}</StatusBadge>;
}

export function StateBadge({ status }: { status: string }) {
  const { t } = useTranslation();
  if (!isKeyOf(STATES, status)) return <StatusBadge color="gray">{t('common.unknown')}</StatusBadge>;
  return <StatusBadge color={STATES[status]}>{t(`drawings.states.${status}`)}</StatusBadge>;
}

export function CodeBadge({ code }: { code: number }) {
  const { t } = useTranslation();
  if (!isKeyOf(CODES, code)) return <StatusBadge color="gray">{t('common.unknown')}</StatusBadge>;
  return <StatusBadge color={CODES[code].color}>{t(`drawings.codes.${CODES[code].text}`)}</StatusBadge>;
}

function isKeyOf<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}
