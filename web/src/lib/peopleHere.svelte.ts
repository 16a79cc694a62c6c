// The other people at a table, loaded again when people sit down or leave.
import type { PersonAtTable } from "../wire";
import { people } from "./people";
import type { TableState } from "./tableState.svelte";

export class PeopleHere {
  list = $state.raw<PersonAtTable[]>([]);
  readonly #table: () => TableState;
  #asked = 0;

  /** Loads the list while `wanted` holds. Create it while a component is initialised. */
  constructor(table: () => TableState, wanted: () => boolean) {
    this.#table = table;
    const seated = $derived(
      (table().table?.chairs ?? []).map(({ kind, name }) => (kind === "human" ? name : "")).join("\n"),
    );
    const needed = $derived(wanted());
    $effect(() => {
      if (needed && seated) void this.load();
    });
  }

  /** The person who has a seat; undefined until the list has been loaded. */
  at(seat: number): PersonAtTable | undefined {
    const name = this.#table().table?.chairs[seat]?.name;
    return this.list.find((one) => one.seat === seat && one.name === name);
  }

  readonly load = async (): Promise<void> => {
    const asked = ++this.#asked;
    const answer = await people.at(this.#table().table!.id).catch(() => null); // the table works without it
    if (answer && asked === this.#asked) this.list = answer.people;
  };
}
