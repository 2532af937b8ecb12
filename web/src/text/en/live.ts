import type { Texts } from '../texts';

export const live: Texts['live'] = {
  title: 'Live',
  paused: 'Paused',
  hint: 'Loads new rows every 5 seconds; pauses while you scroll down or change pages',
  pausedHint: 'Resumes when you return to the top of the first page',
};
