// What a page shows of the server's answer: nothing yet, the answer, or why there is none.

export class PageState<T> {
  /** The last answer; it stays if a later request fails. */
  value = $state.raw<T | null>(null);
  /** Error of the last request. */
  error = $state.raw<unknown>(null);
  readonly #fetch: () => Promise<T>;

  constructor(fetch: () => Promise<T>) {
    this.#fetch = fetch;
    void this.load();
  }

  readonly load = (): Promise<void> => {
    this.error = null;
    return this.take(this.#fetch());
  };

  /** Loads again; an error is shown only if there is no answer yet. */
  async refresh(): Promise<void> {
    const answer = this.#fetch();
    const failed = await answer.then(
      () => false,
      () => true,
    );
    if (!failed || this.value === null) await this.take(answer);
  }

  /** Shows the answer to another request. */
  async take(answer: Promise<T>): Promise<void> {
    try {
      this.value = await answer;
      this.error = null;
    } catch (error) {
      this.error = error;
    }
  }
}
