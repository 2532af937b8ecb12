/** An attempt that did not succeed. `final`: trying again would change nothing. */
export class DeliveryFailure extends Error {
  constructor(
    message: string,
    readonly final: boolean,
  ) {
    super(message);
  }
}
