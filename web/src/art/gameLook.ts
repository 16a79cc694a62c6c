// The look of a game, which the file `look.ts` in its folder exports as `look`.
/** The middle of the felt, its edge, and what stands on it. */
type Felt = Record<"felt" | "felt-deep" | "felt-edge", string>;

export interface GameLook {
  dark: Felt;
  light: Felt;
  back: {
    sheet: string;
    line: string;
    /** The path of a figure around a point, repeated all over the back; about 16 wide. */
    figure: (x: number, y: number) => string;
    /** The path of half of the emblem, above the middle at 125, 175; the other half is the same, rotated by 180°. */
    emblem: string;
  };
}
