/** As many of each thing as a newcomer has. */
export const FEW = { perPage: 20 };
