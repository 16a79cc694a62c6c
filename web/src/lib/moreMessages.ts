// The text of every page but the lobby; fetched before the first of them.
import more from "virtual:messages/more";
import { learn } from "./messages";

learn(more);
