// Court cards of the saleroom, from the waist up: the page with a lot ticket, the bidder with her paddle, the
// auctioneer with a gavel. Each is drawn twice, the second time rotated by 180° about the centre of the card.

export type Paint = "suit" | "brass" | "skin" | "hair" | "cloth";
export interface Shape {
  d: string;
  paint: Paint;
}

const head: Shape = {
  paint: "skin",
  d: "M125 68C141 68 149 80 148 95 147 113 137 124 125 124S103 113 102 95C101 80 109 68 125 68Z",
};
const neck: Shape = { paint: "skin", d: "M115 114H135L138 136H112Z" };
const face: Shape = {
  paint: "hair",
  d: "M115 93A2.6 2.6 0 1 1 115 98.2 2.6 2.6 0 0 1 115 93ZM135 93A2.6 2.6 0 1 1 135 98.2 2.6 2.6 0 0 1 135 93ZM118 110Q125 114 132 110 125 117 118 110Z",
};
const coat: Shape = {
  paint: "suit",
  d: "M74 175C74 148 86 137 108 132L125 150 142 132C164 137 176 148 176 175Z",
};
const sash: Shape = { paint: "brass", d: "M74 169H176V175H74Z" };

const jack: Shape[] = [
  { paint: "hair", d: "M98 112C92 78 100 62 125 62S158 78 152 112L141 114 144 84H106L109 114Z" },
  neck,
  head,
  face,
  { paint: "suit", d: "M96 80C96 56 110 44 130 44 148 44 156 58 155 80 138 72 112 72 96 80Z" },
  { paint: "brass", d: "M95 83C112 73 138 73 156 83L155 75C138 66 112 66 96 75Z" },
  { paint: "brass", d: "M140 54C142 40 152 32 166 32 166 46 156 56 143 59Z" },
  coat,
  { paint: "cloth", d: "M108 132 125 156 142 132 136 130 125 144 114 130Z" },
  { paint: "brass", d: "M125 157A3 3 0 1 1 125 163 3 3 0 0 1 125 157Z" },
  // the lot ticket
  { paint: "cloth", d: "M152 101 177 95 184 138 159 143Z" },
  {
    paint: "suit",
    d: "M159 108 172 105 173 109 160 112ZM161 117 177 113.5 178 117 162 120.500ZM163 126 179 122.5 180 126 164 129.500Z",
  },
  { paint: "skin", d: "M156 136C162 131 170 132 172 138 174 146 162 150 157 146Z" },
  sash,
];

const queen: Shape[] = [
  {
    paint: "hair",
    d: "M125 54C98 54 92 76 93 100 94 118 90 130 84 140 100 146 114 142 118 132H132C136 142 150 146 166 140 160 130 156 118 157 100 158 76 152 54 125 54Z",
  },
  neck,
  head,
  face,
  { paint: "hair", d: "M101 92C101 70 116 62 125 62S149 70 149 92C143 82 134 76 125 76S107 82 101 92Z" },
  { paint: "brass", d: "M103 64 99 42 112 53 125 36 138 53 151 42 147 64C134 57 116 57 103 64Z" },
  { paint: "suit", d: "M125 45 129 51 125 57 121 51Z" },
  { paint: "suit", d: "M74 175C74 152 86 142 106 137 112 150 138 150 144 137 164 142 176 152 176 175Z" },
  { paint: "brass", d: "M106 137C112 152 138 152 144 137L140 135C136 146 114 146 110 135Z" },
  { paint: "cloth", d: "M121 156 125 149 129 156 125 163Z" },
  // the paddle
  { paint: "brass", d: "M164 116 172 114 167 162 160 160Z" },
  { paint: "cloth", d: "M171 72A22 22 0 1 1 171 116 22 22 0 0 1 171 72Z" },
  { paint: "suit", d: "M171 79A15 15 0 1 1 171 109 15 15 0 0 1 171 79Z" },
  { paint: "cloth", d: "M164 87H179L171 104H166L173 91H164Z" },
  { paint: "skin", d: "M167 146C161 142 153 144 152 150 151 157 161 160 166 156Z" },
  sash,
];

const king: Shape[] = [
  { paint: "hair", d: "M97 104C92 74 104 58 125 58S158 74 153 104Z" },
  neck,
  head,
  {
    paint: "hair",
    d: "M101 96C104 104 112 106 118 105 122 103 128 103 132 105 138 106 146 104 149 96 152 124 140 142 125 142S98 124 101 96ZM119 110C122 114 128 114 131 110 127 108 123 108 119 110Z",
  },
  {
    paint: "hair",
    d: "M115 88A2.6 2.6 0 1 1 115 93.2 2.6 2.6 0 0 1 115 88ZM135 88A2.6 2.6 0 1 1 135 93.2 2.6 2.6 0 0 1 135 88Z",
  },
  { paint: "brass", d: "M99 72 93 38 109 50 125 30 141 50 157 38 151 72C134 65 116 65 99 72Z" },
  { paint: "suit", d: "M99 72C116 65 134 65 151 72L152.5 64C134 57 116 57 97.5 64Z" },
  { paint: "suit", d: "M72 175C72 148 84 139 106 134 110 152 140 152 144 134 166 139 178 148 178 175Z" },
  { paint: "cloth", d: "M106 134 96 137 112 170H138L154 137 144 134 132 158H118Z" },
  { paint: "brass", d: "M121 150H129V170H121Z" },
  // the gavel
  { paint: "brass", d: "M164 104 171 103 176 154 169 155Z" },
  { paint: "suit", d: "M148 90 181 85 184 104 151 109Z" },
  { paint: "brass", d: "M145 89 151 88 154.5 110 148.5 111ZM178.5 84 184 83 187 105 181.5 106Z" },
  { paint: "skin", d: "M164 139C170 135 179 137 180 143 181 151 170 153 165 149Z" },
  sash,
];

export const COURT: Record<string, Shape[]> = { J: jack, Q: queen, K: king };
