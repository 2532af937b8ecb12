interface Waiting<Item, Answer> {
  item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Gathers what is asked for in one turn of the event loop into one call: half the CPU per request on the relay's path
 * (design/performance.md), and nobody waits longer than the turn takes.
 */
export class TickBatch<Item, Answer> {
  private waiting: Waiting<Item, Answer>[] = [];
  private readonly flush = () => void this.sendAll();

  /**
   * @param send one answer per item, in order
   * @param size items in one call at most
   */
  constructor(
    private readonly send: (items: Item[]) => Promise<Answer[]>,
    private readonly size = 128,
  ) {}

  add(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.waiting.push({ item, resolve, reject }) === 1) setImmediate(this.flush);
    });
  }

  private async sendAll(): Promise<void> {
    const all = this.waiting;
    this.waiting = [];
    const calls: Promise<void>[] = [];
    for (let from = 0; from < all.length; from += this.size)
      calls.push(this.sendSome(all.length <= this.size ? all : all.slice(from, from + this.size)));
    await Promise.all(calls);
  }

  private async sendSome(some: Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.send(some.map(({ item }) => item));
      for (const [index, { resolve }] of some.entries()) resolve(answers[index]!);
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  }
}
