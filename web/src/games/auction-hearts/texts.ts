import { textsOf } from "../../lib/messages";
import type english from "./messages/en.json";

export const msg = textsOf<typeof english>("auction-hearts");
