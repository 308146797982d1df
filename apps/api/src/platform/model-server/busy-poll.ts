/** Between two looks at the clock: others had the processor, or work of this process. */
const keptMs = 0.5;
/** Each rest is twice as long as the one before, until so much time has gone without one. */
const undisturbedMs = 100;
const leastRestMs = 10;
const mostRestMs = 2_000;

/**
 * Keeps the event loop awake while it waits for one answer, as long as answers come within the time given;
 * docs/adr/0033 has what that saves. It rests where other programs want the processor.
 */
export class BusyPoll {
  isPolling = false;
  readonly #mostMs: number;
  readonly #now: () => number;
  #open = 0;
  #isQuick = false;
  #askedAt = 0;
  #lookedAt = 0;
  #restsUntil = 0;
  #restMs = leastRestMs;

  /** 0 microseconds for never. */
  constructor(microseconds: number, now = () => performance.now()) {
    this.#mostMs = microseconds / 1_000;
    this.#now = now;
  }

  /** A question has been asked. */
  begin(): void {
    this.#open += 1;
    if (this.#open > 1) return;
    const now = this.#now();
    this.#askedAt = this.#lookedAt = now;
    if (!this.#isQuick || this.isPolling || now < this.#restsUntil) return;
    this.isPolling = true;
    setImmediate(this.#look);
  }

  /** It has been answered, or nobody waits any more. */
  end(): void {
    this.#open -= 1;
    if (this.#open === 0) this.#isQuick = this.#now() - this.#askedAt < this.#mostMs;
  }

  readonly #look = () => {
    const now = this.#now();
    if (now - this.#lookedAt > keptMs) this.#restFrom(now);
    this.#lookedAt = now;
    this.isPolling = this.#open === 1 && now > this.#restsUntil && now - this.#askedAt < this.#mostMs;
    if (this.isPolling) setImmediate(this.#look);
  };

  #restFrom(now: number): void {
    const isRare = now - this.#restsUntil > undisturbedMs;
    this.#restMs = isRare ? leastRestMs : Math.min(2 * this.#restMs, mostRestMs);
    this.#restsUntil = now + this.#restMs;
  }
}
