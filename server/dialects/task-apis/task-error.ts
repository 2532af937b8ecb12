/**
 * An error in the format of a task API, whose clients match on code and description. Nothing was charged.
 */
export class TaskError extends Error {
  /**
   * @param status HTTP status
   * @param code as the API of the family has it: a number for drawings, a text for others
   */
  constructor(
    readonly status: number,
    readonly code: string | number,
    message: string,
  ) {
    super(message);
  }
}
