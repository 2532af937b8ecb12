import { Checkbox, Input, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { taskCost } from '../../../lib/models/media-cost';
import { FormFooter } from './form-footer';
import { PromptField } from './form-parts';
import type { Submission } from './submission';
import type { TaskFormProps } from './task-studio';

/** What is entered: a description or lyrics of a song, or a description of lyrics. */
const KINDS = { description: 'suno_music', custom: 'suno_music', lyrics: 'suno_lyrics' } as const;
type Kind = keyof typeof KINDS;

/** A song or lyrics. Songs are made of a description, or of lyrics with style and title. */
export function MusicForm({ models, groupField, groupRatio, onSubmit }: TaskFormProps) {
  const { t } = useTranslation();
  const kinds = (Object.keys(KINDS) as Kind[]).filter((kind) =>
    models.some(({ model_name }) => model_name === KINDS[kind]),
  );
  const [chosen, setChosen] = useState('');
  const kind = kinds.find((each) => each === chosen) ?? kinds[0] ?? 'description';
  const priced = models.find(({ model_name }) => model_name === KINDS[kind]);
  const form = useForm({
    initialValues: { text: '', style: '', title: '', instrumental: false },
    validate: {
      text: (text, { instrumental }) => {
        if (text.trim() || (kind === 'custom' && instrumental)) return null;
        if (kind === 'lyrics') return t('playTasks.promptMissing');
        return t(kind === 'custom' ? 'playTasks.lyricsMissing' : 'playTasks.descriptionMissing');
      },
    },
  });

  function submission({ text, style, title, instrumental }: typeof form.values): Submission {
    const model = KINDS[kind];
    const song = { make_instrumental: instrumental };
    const bodies = {
      description: { gpt_description_prompt: text, ...song },
      custom: { prompt: text, tags: style.trim(), title: title.trim(), ...song },
      lyrics: { prompt: text },
    } as const;
    const named = (kind === 'custom' && title.trim()) || text.trim() || style.trim() || t('tasks.untitled');
    const path = `/pg/suno/submit/${kind === 'lyrics' ? 'lyrics' : 'music'}`;
    return { mode: 'music', title: named, model, path, body: bodies[kind] };
  }

  const label = {
    description: t('playTasks.description'),
    custom: t('playTasks.lyrics'),
    lyrics: t('playTasks.prompt'),
  };
  return (
    <form noValidate onSubmit={form.onSubmit((values) => onSubmit(submission(values)))}>
      <Stack gap="md">
        {groupField}
        {kinds.length > 1 && (
          <Input.Wrapper label={t('playTasks.write')} labelElement="div">
            <SegmentedControl
              fullWidth
              aria-label={t('playTasks.write')}
              data={kinds.map((value) => ({ value, label: t(`playTasks.writes.${value}`) }))}
              value={kind}
              onChange={(value) => {
                setChosen(value);
                form.clearErrors();
              }}
            />
          </Input.Wrapper>
        )}
        <PromptField label={label[kind]} {...form.getInputProps('text')} />
        {kind === 'custom' && (
          <>
            <TextInput
              label={t('playTasks.style')}
              placeholder={t('playTasks.styleHint')}
              {...form.getInputProps('style')}
            />
            <TextInput label={t('playTasks.songTitle')} {...form.getInputProps('title')} />
          </>
        )}
        {kind !== 'lyrics' && (
          <Checkbox
            label={t('playTasks.instrumental')}
            {...form.getInputProps('instrumental', { type: 'checkbox' })}
          />
        )}
        <FormFooter
          mode="music"
          cost={taskCost(priced?.task ?? null, {}, groupRatio)}
          submission={() => submission(form.values)}
        />
      </Stack>
    </form>
  );
}
