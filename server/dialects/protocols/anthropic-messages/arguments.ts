/**
 * Tracks the pieces of a tool call's arguments just far enough to know when their JSON object is complete, so that a call
 * can be closed without storing its text.
 */
export class ArgumentsWatch {
  complete = false;
  private depth = 0;
  private inString = false;
  private escaped = false;

  add(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (this.inString) {
        if (this.escaped) this.escaped = false;
        else if (code === 0x5c) this.escaped = true;
        else if (code === 0x22) this.inString = false;
      } else if (code === 0x22) this.inString = true;
      else if (code === 0x7b || code === 0x5b) this.depth++;
      else if (code === 0x7d || code === 0x5d) this.complete = --this.depth === 0;
    }
  }
}
