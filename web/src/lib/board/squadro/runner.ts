/** Outline of a piece facing right, and the facets along its sides; `near` is on its left. */
export const BODY = "M-37-20H12Q17-20 21-17.5L43-4Q48 0 43 4L21 17.5Q17 20 12 20H-37Q-45 20-45 12V-12Q-45-20-37-20Z";
export const FACET_LEFT = "M-37-20H12Q17-20 21-17.5L43-4Q46-2 46 0L37 0L14-13.5H-36L-43-17.5Q-41-20-37-20Z";
export const FACET_RIGHT = "M-37 20H12Q17 20 21 17.5L43 4Q46 2 46 0L37 0L14 13.5H-36L-43 17.5Q-41 20-37 20Z";
/** So far beside its track a piece lies at home, to the right of it or below. */
export const ASIDE = 50;
