// Settling up: the value of each player's chips in money, and the fewest payments that balance it.

export interface Payment {
  from: number;
  to: number;
  cents: number;
}

/** The whole amount divided in proportion to the chips, to the cent: remaining cents go to the largest remainders. */
export function worth(chips: number[], buyIn: number): number[] {
  const all = chips.reduce((sum, count) => sum + count, 0);
  const money = buyIn * chips.length;
  if (all === 0) return chips.map(() => buyIn);
  const whole = chips.map((count) => Math.floor((count * money) / all));
  const order = chips.map((_, seat) => seat);
  order.sort((one, other) => ((chips[other]! * money) % all) - ((chips[one]! * money) % all));
  const left = money - whole.reduce((sum, cents) => sum + cents, 0);
  for (const seat of order.slice(0, left)) whole[seat]! += 1;
  return whole;
}

/** The fewest payments after which all players have won or lost the amounts in `net`, whose sum is 0. */
export function payments(net: number[]): Payment[] {
  return groups(net).flatMap((seats) => within(seats, net));
}

/** A partition into as many groups as possible that balance among themselves: each saves one payment. */
function groups(net: number[]): number[][] {
  const seats = net.map((_, seat) => seat).filter((seat) => net[seat] !== 0);
  const full = (1 << seats.length) - 1;
  const sum = (set: number): number =>
    seats.reduce((all, seat, at) => all + ((set >> at) & 1 ? net[seat]! : 0), 0);
  const even = Array.from({ length: full + 1 }, (_, set) => sum(set) === 0);
  const best: number[][] = [[]]; // by set of players: its partition
  for (let set = 1; set <= full; set++) {
    best[set] = even[set] ? [set] : [];
    for (let part = (set - 1) & set; part > 0; part = (part - 1) & set) {
      const parts = [...best[part]!, ...best[set ^ part]!];
      if (even[part] && even[set ^ part] && parts.length > best[set]!.length) best[set] = parts;
    }
  }
  return best[full]!.map((set) => seats.filter((_, at) => (set >> at) & 1));
}

/** Within a group the largest debt is paid to the largest claim, which settles one of them. */
function within(seats: number[], net: number[]): Payment[] {
  const open = new Map(seats.map((seat) => [seat, net[seat]!]));
  const found: Payment[] = [];
  while (open.size > 1) {
    const order = [...open].sort(([, one], [, other]) => one - other);
    const [from, debt] = order[0]!;
    const [to, claim] = order.at(-1)!;
    const cents = Math.min(-debt, claim);
    found.push({ from, to, cents });
    for (const [seat, rest] of [
      [from, debt + cents],
      [to, claim - cents],
    ] as const)
      if (rest === 0) open.delete(seat);
      else open.set(seat, rest);
  }
  return found;
}
