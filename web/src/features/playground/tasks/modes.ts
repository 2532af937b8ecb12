import { hasDefaultPrice } from '../../../lib/models/task-price-names';
import { makesImages, type PricedModel } from '../../../lib/models/sample-model';

/** What the playground can ask for. */
export const MODES = ['chat', 'image', 'video', 'music', 'drawing'] as const;
export type PlaygroundMode = (typeof MODES)[number];
export type TaskMode = Exclude<PlaygroundMode, 'chat'>;

/** Drawings that the playground offers, by their models `mj_…`. */
export const DRAWING_ACTIONS = ['imagine', 'describe', 'blend'] as const;

/** The models of a mode that the group may call and that have a price. */
export function modelsOf(mode: TaskMode, models: readonly PricedModel[], group: string): PricedModel[] {
  return models.filter(
    (model) => model.enable_groups.includes(group) && isCallable(model) && isOfMode(mode, model),
  );
}

/** The modes with models in the group; the chat is always one of them. */
export function modesOf(models: readonly PricedModel[], group: string): PlaygroundMode[] {
  return MODES.filter((mode) => mode === 'chat' || modelsOf(mode, models, group).length > 0);
}

function isCallable({ model_name, priced, task }: PricedModel): boolean {
  return priced || typeof task?.usd === 'number' || hasDefaultPrice(model_name);
}

function isOfMode(mode: TaskMode, { model_name, task }: PricedModel): boolean {
  // Other drawings start from a drawing, not from a form.
  if (mode === 'drawing') return DRAWING_ACTIONS.some((action) => model_name === `mj_${action}`);
  return mode === 'image' ? makesImages(model_name) : task?.family === mode;
}
