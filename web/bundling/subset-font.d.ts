declare module "subset-font" {
  /** Returns a font with only the glyphs of these characters. */
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: { targetFormat: "woff2" },
  ): Promise<Buffer>;
}
