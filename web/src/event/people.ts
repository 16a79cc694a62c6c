/** Minimum number of people with whom the first round of an event can start. */
export const LEAST_PEOPLE = 4;
