import { Role } from '#contract/enums';
import { Select, Text } from '@mantine/core';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/api';
import { useSession } from '../../lib/session';
import { errorText } from '../../text/error-text';
import { ConfirmDialog } from '../../ui/confirm-dialog';

/** How a refused change goes on: confirmed, after a move to another group, or not at all. */
export type SaveAnswer = { confirmed: true } | { moveTo: string } | undefined;

/** @param groups the groups that remain after the change */
type Ask = (problem: ApiError, groups: readonly string[]) => Promise<SaveAnswer>;

interface Question {
  problem: ApiError;
  groups: readonly string[];
  answer: (answer: SaveAnswer) => void;
}

const Questions = createContext<Ask>(() => Promise.resolve(undefined));

/** Asks whether a change that the server refused goes on; without an answer for refusals that leave no choice. */
export function useAskToGoOn(): Ask {
  return useContext(Questions);
}

/** Shows the questions of the forms within it, one after the other. */
export function SaveQuestions({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<readonly Question[]>([]);
  const isRoot = (useSession()?.role ?? 0) >= Role.root;
  const ask = useCallback<Ask>(
    (problem, groups) =>
      problem.code === 'models_lose_price' || (problem.code === 'group_in_use' && isRoot)
        ? new Promise((answer) => setQueue((queue) => [...queue, { problem, groups, answer }]))
        : Promise.resolve(undefined),
    [isRoot],
  );
  const [question] = queue;

  function answer(given: SaveAnswer) {
    question?.answer(given);
    setQueue((queue) => queue.slice(1));
  }

  return (
    <Questions value={ask}>
      {children}
      {question?.problem.code === 'models_lose_price' && (
        <PriceQuestion message={errorText(question.problem)} onAnswer={answer} />
      )}
      {question?.problem.code === 'group_in_use' && <GroupQuestion {...question} onAnswer={answer} />}
    </Questions>
  );
}

interface AnswerProps {
  onAnswer: (answer: SaveAnswer) => void;
}

function PriceQuestion({ message, onAnswer }: AnswerProps & { message: string }) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      opened
      title={t('settings.form.losePrice.title')}
      text={message}
      confirm={t('settings.form.losePrice.confirm')}
      onConfirm={() => onAnswer({ confirmed: true })}
      onCancel={() => onAnswer(undefined)}
    />
  );
}

function GroupQuestion({ problem, groups, onAnswer }: AnswerProps & Omit<Question, 'answer'>) {
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
      onConfirm={() => (to === '' ? onAnswer(undefined) : onAnswer({ moveTo: to }))}
      onCancel={() => onAnswer(undefined)}
    />
  );
}
