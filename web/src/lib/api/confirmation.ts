/** The user closed a question instead of answering it. There is nothing to report: `messageOf` has no text for it. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled');
    this.name = 'Cancelled';
  }
}

/** Asks the user to confirm who they are; resolves to whether they did. */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let running: Promise<boolean> | undefined;

/** Registers the dialog. @returns removes it */
export function onConfirmationRequired(dialog: Ask): () => void {
  ask = dialog;
  return () => {
    ask = undefined;
  };
}

/**
 * Performs a request; where the server wants a confirmation first, asks for it and performs the request once more. Requests
 * that need it at the same time share one question.
 * @throws Cancelled if the user does not confirm
 */
export async function withConfirmation<R>(perform: () => Promise<R>): Promise<R> {
  try {
    return await perform();
  } catch (problem) {
    if (!needsConfirmation(problem) || !ask) throw problem;
    running ??= ask().finally(() => {
      running = undefined;
    });
    if (!(await running)) throw new Cancelled();
    return perform();
  }
}

function needsConfirmation(problem: unknown): boolean {
  return problem instanceof Error && 'code' in problem && problem.code === 'confirmation_required';
}
