/** The slot of the key belongs to another node. */
export function isMoved(error: unknown): boolean {
  return startsWith(error, 'MOVED ');
}

/** The slot is on its way to another node, and the command has not run. */
export function isMoving(error: unknown): boolean {
  return startsWith(error, 'ASK ') || startsWith(error, 'TRYAGAIN');
}

function startsWith(error: unknown, text: string): boolean {
  return error instanceof Error && error.message.startsWith(text);
}
