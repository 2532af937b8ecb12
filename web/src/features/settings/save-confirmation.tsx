import { Role } from '#contract/enums';
import { Select, Text } from '@mantine/core';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/api/api';
import { useSession } from '../../lib/api/session';
import { errorText } from '../../text/error-text';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog';

/** What the user decided about a refused change: confirm it, move to another group first, or, undefined, cancel. */
export type SaveDecision = { confirmed: true } | { moveTo: string } | undefined;

/** @param groups the groups that remain after the change */
type ConfirmSave = (problem: ApiError, groups: readonly string[]) => Promise<SaveDecision>;

interface Pending {
  problem: ApiError;
  groups: readonly string[];
  decide: (decision: SaveDecision) => void;
}

const Confirmation = createContext<ConfirmSave>(() => Promise.resolve(undefined));

/** Shows the dialog for a refusal that the user can confirm; resolves to undefined for others, and when it is cancelled. */
export function useConfirmSave(): ConfirmSave {
  return useContext(Confirmation);
}

/** Shows the dialogs of the forms within it, one after the other. */
export function SaveConfirmation({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<readonly Pending[]>([]);
  const isRoot = (useSession()?.role ?? 0) >= Role.root;
  const confirmSave = useCallback<ConfirmSave>(
    (problem, groups) =>
      problem.code === 'models_lose_price' || (problem.code === 'group_in_use' && isRoot)
        ? new Promise((decide) => setQueue((queue) => [...queue, { problem, groups, decide }]))
        : Promise.resolve(undefined),
    [isRoot],
  );
  const [pending] = queue;

  function decide(decision: SaveDecision) {
    pending?.decide(decision);
    setQueue((queue) => queue.slice(1));
  }

  return (
    <Confirmation value={confirmSave}>
      {children}
      {pending?.problem.code === 'models_lose_price' && (
        <PriceConfirmation message={errorText(pending.problem)} onDecide={decide} />
      )}
      {pending?.problem.code === 'group_in_use' && <GroupConfirmation {...pending} onDecide={decide} />}
    </Confirmation>
  );
}

interface DecisionProps {
  onDecide: (decision: SaveDecision) => void;
}

function PriceConfirmation({ message, onDecide }: DecisionProps & { message: string }) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      opened
      title={t('settings.form.losePrice.title')}
      text={message}
      confirm={t('settings.form.losePrice.confirm')}
      onConfirm={() => onDecide({ confirmed: true })}
      onCancel={() => onDecide(undefined)}
    />
  );
}

function GroupConfirmation({ problem, groups, onDecide }: DecisionProps & Omit<Pending, 'decide'>) {
  const { t } = useTranslation();
  const [to, setTo] = useState(groups.includes('default') ? 'default' : (groups[0] ?? ''));
  return (
    <ConfirmDialog
      opened
      title={t('settings.form.moveGroup.title')}
      text={
        <>
          <Text size="sm">{errorText(problem)}</Text>
          <Select
            mt="sm"
            label={t('settings.form.moveGroup.to')}
            description={t('settings.form.moveGroup.tokens')}
            data={groups}
            value={to}
            allowDeselect={false}
            onChange={(group) => group !== null && setTo(group)}
          />
        </>
      }
      confirm={t('settings.form.moveGroup.confirm')}
      onConfirm={() => (to === '' ? onDecide(undefined) : onDecide({ moveTo: to }))}
      onCancel={() => onDecide(undefined)}
    />
  );
}
