import type { ImportRunState } from '#contract/resources/import';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../ui/badge/status-badge';

const COLORS: Readonly<Record<ImportRunState, string>> = {
  queued: 'gray',
  running: 'blue',
  done: 'green',
  failed: 'red',
  cancelled: 'gray',
  interrupted: 'orange',
};

export function StateBadge({ state }: { state: ImportRunState }) {
  const { t } = useTranslation();
  return <StatusBadge color={COLORS[state]}>{t(`importing.state.${state}`)}</StatusBadge>;
}
