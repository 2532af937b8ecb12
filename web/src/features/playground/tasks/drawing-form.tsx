import { Input, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { taskCost } from '../../../lib/models/media-cost';
import { useAttachedImages } from '../chat/use-attached-images';
import { FormFooter } from './form-footer';
import { ImagesField, PromptField } from './form-parts';
import { DRAWING_ACTIONS } from './modes';
import type { Submission } from './submission';
import type { TaskFormProps } from './task-studio';

type Action = (typeof DRAWING_ACTIONS)[number];
/** How many images each action takes. */
const IMAGES: Readonly<Record<Action, { min: number; max: number }>> = {
  imagine: { min: 0, max: 4 },
  describe: { min: 1, max: 1 },
  blend: { min: 2, max: 5 },
};
const SPEEDS = ['relax', 'fast', 'turbo'] as const;

/** A drawing from a text, a description of an image, or a blend of several. */
export function DrawingForm({ models, groupField, groupRatio, onSubmit }: TaskFormProps) {
  const { t } = useTranslation();
  const offered = DRAWING_ACTIONS.filter((each) =>
    models.some(({ model_name }) => model_name === `mj_${each}`),
  );
  const [chosen, setChosen] = useState<string>();
  const action = offered.find((each) => each === chosen) ?? offered[0] ?? 'imagine';
  const [chosenSpeed, setChosenSpeed] = useState('');
  const model = models.find(({ model_name }) => model_name === `mj_${action}`);
  const speeds = SPEEDS.filter((speed) => model?.task?.modes.some(({ mode }) => mode === speed));
  const speed = speeds.find((each) => each === chosenSpeed);
  const [prompt, setPrompt] = useState('');
  const [checked, setChecked] = useState(false);
  const { min, max } = IMAGES[action];
  const attached = useAttachedImages(max);
  const images = attached.images.slice(0, max);
  const promptError = action === 'imagine' && !prompt.trim() ? t('playTasks.promptMissing') : undefined;
  const imagesError = images.length < min ? t('playTasks.imagesMissing', { min, max }) : undefined;

  function submit() {
    setChecked(true);
    if (promptError ?? imagesError) return;
    setChecked(false);
    onSubmit(submission());
  }

  function submission(): Submission {
    const bodies = {
      imagine: { prompt, ...(images.length > 0 && { base64Array: images }) },
      describe: { base64: images[0] },
      blend: { base64Array: images },
    } as const;
    return {
      mode: 'drawing',
      title: action === 'imagine' ? prompt.trim() : t(`playTasks.actions.${action}`),
      model: `mj_${action}`,
      path: `/pg/${speed ? `mj-${speed}/` : ''}mj/submit/${action}`,
      body: bodies[action],
    };
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        {groupField}
        {offered.length > 1 && (
          <Input.Wrapper label={t('playTasks.action')} labelElement="div">
            <SegmentedControl
              fullWidth
              aria-label={t('playTasks.action')}
              data={offered.map((value) => ({ value, label: t(`playTasks.actions.${value}`) }))}
              value={action}
              onChange={(value) => {
                setChosen(value);
                setChecked(false);
              }}
            />
          </Input.Wrapper>
        )}
        {action === 'imagine' && (
          <PromptField
            label={t('playTasks.prompt')}
            value={prompt}
            error={checked && promptError}
            onChange={(event) => setPrompt(event.currentTarget.value)}
          />
        )}
        {speeds.length > 0 && (
          <Input.Wrapper label={t('playTasks.speed')} labelElement="div">
            <SegmentedControl
              fullWidth
              aria-label={t('playTasks.speed')}
              data={[
                { value: '', label: t('playTasks.speeds.default') },
                ...speeds.map((value) => ({ value, label: t(`playTasks.speeds.${value}`) })),
              ]}
              value={speed ?? ''}
              onChange={setChosenSpeed}
            />
          </Input.Wrapper>
        )}
        <ImagesField
          label={t(action === 'imagine' ? 'playTasks.baseImages' : 'playTasks.images')}
          attached={attached}
          error={checked ? imagesError : undefined}
        />
        <FormFooter
          mode="drawing"
          cost={taskCost(model?.task ?? null, { mode: speed ?? '' }, groupRatio)}
          submission={submission}
        />
      </Stack>
    </form>
  );
}
