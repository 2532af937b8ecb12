import { withQuery } from '../../lib/api';
import type { Span } from './dashboard.types';

interface Drill extends Span {
  model?: string;
  username?: string;
}

const CONSUMPTION = 2;

/** The usage log of exactly what a bar or a slice stands for. */
export function logPath({ start, end, model, username }: Drill): string {
  return withQuery('/log', { start, end, type: CONSUMPTION, model_name: model, username });
}
