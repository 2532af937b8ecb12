import { Modal } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../../lib/browser/use-focus-back';
import type { Change, PaletteEntry, PaletteStep } from './palette.types';
import { noteOpened } from './recent';
import { ConfirmStep } from './steps/confirm-step';
import { FormStep } from './steps/form-step';
import { ActionsStep, PickStep } from './steps/record-steps';
import { RefundStep } from './steps/refund-step';
import { SearchStep } from './steps/search-step';
import { usePerform } from './use-perform';
import { useTools } from './use-tools';

const SamplesStep = lazy(async () => ({ default: (await import('./steps/samples-step')).SamplesStep }));

/** A step with what was typed in it, which is there again after the steps that follow it. */
interface Shown {
  step: PaletteStep | { kind: 'search' };
  query: string;
}

/** The command palette: finds and does everything by a few letters. Open while mounted. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [steps, setSteps] = useState<readonly Shown[]>([{ step: { kind: 'search' }, query: '' }]);
  const [isPending, setPending] = useState(false);
  const { step, query } = steps.at(-1)!;
  const tools = useTools(steps.some((shown) => shown.query !== '') || steps.length > 1);
  const perform = usePerform();
  useFocusBack(true);

  const open = (next: PaletteStep) => setSteps([...steps, { step: next, query: '' }]);
  const back = () => (steps.length > 1 ? setSteps(steps.slice(0, -1)) : onClose());
  const setQuery = (text: string) => setSteps([...steps.slice(0, -1), { step, query: text }]);

  function choose({ act, recent }: PaletteEntry) {
    if (recent) noteOpened(tools.viewer?.id, recent);
    if ('step' in act) return open(act.step);
    onClose();
    if ('go' in act) act.go();
    else void perform(act.change);
  }

  function openActions({ object }: PaletteEntry) {
    if (object) open({ kind: 'actions', object });
  }

  async function make(change: Change) {
    setPending(true);
    const isMade = await perform(change);
    setPending(false);
    if (isMade) onClose();
  }

  const list = { tools, query, onQuery: setQuery, onChoose: choose, onBack: back };
  const content = () => {
    switch (step.kind) {
      case 'search':
        return (
          <SearchStep
            tools={tools}
            query={query}
            onQuery={setQuery}
            onChoose={choose}
            onActions={openActions}
          />
        );
      case 'actions':
        return <ActionsStep {...list} object={step.object} />;
      case 'pick':
        return <PickStep {...list} verb={step.verb} />;
      case 'confirm':
        return (
          <ConfirmStep
            step={step}
            pending={isPending}
            onConfirm={() => void make(step.change)}
            onBack={back}
          />
        );
      case 'form':
        return (
          <FormStep step={step} pending={isPending} onSubmit={(change) => void make(change)} onBack={back} />
        );
      case 'refund':
        return (
          <RefundStep
            requestId={step.requestId}
            pending={isPending}
            onSubmit={(change) => void make(change)}
            onBack={back}
          />
        );
      case 'samples':
        return null;
    }
  };

  if (step.kind === 'samples')
    return (
      <Suspense fallback={null}>
        <SamplesStep tokenId={step.tokenId} onClose={onClose} />
      </Suspense>
    );
  return (
    <Modal.Root
      opened
      // Esc goes back by one step; a click outside closes.
      onClose={back}
      closeOnClickOutside={false}
      size={640}
      padding={0}
      yOffset="10vh"
      xOffset={8}
      centered={false}
      returnFocus={false}
    >
      <Modal.Overlay onClick={onClose} />
      <Modal.Content aria-label={t('palette.title')}>
        {/* Each step has an input or button of its own that gets the focus. */}
        <Modal.Body key={steps.length}>{content()}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
