import type { Texts } from '../texts';

export const live: Texts['live'] = {
  title: 'Live',
  paused: 'Paused',
  hint: 'Reads the newest rows every 5 seconds; pauses while you scroll down or turn pages',
  pausedHint: 'Goes on when you are back at the top of the first page',
};
